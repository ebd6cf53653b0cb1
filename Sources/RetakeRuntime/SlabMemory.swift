// The memory of the pools. Raw pointers end here: above are spans.
internal import CLinux
internal import RetakeMedia

/// A run of bytes, zero at first. Freed by the pool that made it.
///
/// Large ones are mapped, each for itself: the heap would keep what a camera that is gone has used, in pieces that no
/// other one fits into.
@safe struct Slab: @unchecked Sendable {
  // Unchecked: whoever holds the slab is its only writer until it is published; then nobody writes.
  private let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  private let isMapped: Bool

  /// From this size on pages that are not full are no waste.
  private static let smallestMapping = 64 << 10

  init(byteCount: Int) {
    self.byteCount = byteCount
    if byteCount >= Self.smallestMapping, let mapping = unsafe Self.map(byteCount) {
      unsafe bytes = mapping
      isMapped = true
    } else {
      unsafe bytes = .allocate(byteCount: byteCount, alignment: 64)
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      isMapped = false
    }
  }

  /// Pages of the kernel's; nil where it has none left.
  private static func map(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let pages = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return unsafe retake_is_map_failed(pages) == 0 ? pages : nil
  }

  func deallocate() {
    if isMapped { unsafe _ = munmap(bytes, byteCount) } else { unsafe bytes.deallocate() }
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
