internal import CV4L2
internal import RetakeRuntime

/// A driver's buffer, mapped.
@safe final class MappedBufferMemory: BufferMemory, @unchecked Sendable {
  // Unchecked: the address never changes, and nobody here writes.
  private let address: UnsafeMutableRawPointer
  let byteCount: Int

  /// mmap(2) of a buffer's plane.
  init(_ plane: V4L2BufferPlane, descriptor: Int32) throws(SystemError) {
    let address = unsafe mmap(
      nil, plane.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, plane.offset)
    guard let address = unsafe address, unsafe retake_v4l2_is_map_failed(address) == 0 else {
      throw SystemError.last("mmap")
    }
    unsafe self.address = address
    byteCount = plane.length
  }

  deinit { unsafe _ = munmap(address, byteCount) }

  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe RawSpan(_unsafeStart: address, byteCount: byteCount))
  }
}
