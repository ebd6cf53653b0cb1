/// Why a JPEG could not be read or made.
package enum JPEGError: Error, Hashable, Sendable {
  /// No bytes, or nothing but zeros.
  case empty
  /// It does not begin as a JPEG does (SOI).
  case noStart
  /// It does not end as a JPEG does (EOI): it was cut off.
  case noEnd
  /// The decoder found something wrong in it.
  case damaged
  /// It is whole but of this size, which is not the one that was promised.
  case wrongSize(width: Int, height: Int)
  /// A kind of JPEG, or of picture, that is not handled: CMYK, RGB, rare subsamplings, limited range.
  case notSupported
  /// All slabs of the pool are in use (counted there).
  case noBuffer
  /// The picture does not fit the slabs of the pool.
  case tooLarge
  /// The library could not be set up, or refused to compress.
  case failed

  /// Whether the data is at fault, so that the picture is dropped and counted, and the next may be right.
  package var isDamage: Bool {
    switch self {
    case .empty, .noStart, .noEnd, .damaged, .wrongSize: true
    case .notSupported, .noBuffer, .tooLarge, .failed: false
    }
  }
}
