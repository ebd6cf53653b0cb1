internal import RetakeMedia

/// The bytes of a compressed picture that were put together here: as many as it has, which no pool could know.
package final class PacketBytes: FrameStorage {
  private let bytes: [UInt8]
  package let planeCount = 1

  /// A storage that holds `prefix`, and behind it `bytes`.
  package init(_ prefix: [UInt8] = [], followedBy bytes: RawSpan) {
    let count = prefix.count + bytes.byteCount
    self.bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let target = UnsafeMutableRawBufferPointer(buffer)
      unsafe target.copyBytes(from: prefix)
      unsafe bytes.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[prefix.count...]).copyMemory(from: source)
      }
      initialized = count
    }
  }

  /// Bytes of the picture.
  package var byteCount: Int { bytes.count }

  package func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(plane == 0, "no such plane")
    return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
      try body(unsafe RawSpan(_unsafeElements: buffer))
    }
  }
}
