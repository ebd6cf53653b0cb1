// The memory of the pools. Raw pointers end here: above are spans.
internal import RetakeMedia

/// A run of bytes on the heap. Freed by the pool that made it.
@safe struct Slab: @unchecked Sendable {
  // Unchecked: whoever holds the slab is its only writer until it is published; then nobody writes.
  private let bytes: UnsafeMutableRawPointer
  let byteCount: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    unsafe bytes = .allocate(byteCount: byteCount, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  func deallocate() {
    unsafe bytes.deallocate()
  }

  func read<Result, Failure: Error>(
    offset: Int, count: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(offset >= 0 && count >= 0 && offset + count <= byteCount, "outside of the slab")
    return try body(unsafe RawSpan(_unsafeStart: bytes + offset, byteCount: count))
  }

  func write<Result, Failure: Error>(
    offset: Int, count: Int, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(offset >= 0 && count >= 0 && offset + count <= byteCount, "outside of the slab")
    var span = unsafe MutableRawSpan(_unsafeStart: bytes + offset, byteCount: count)
    return try body(&span)
  }
}
