/// Sizes at which a JPEG can be decoded for less than the whole work.
package enum JPEGScale: Int, Sendable, CaseIterable {
  /// As it is.
  case full = 1
  /// Half the width and height; and so on.
  case half = 2
  case quarter = 4
  case eighth = 8

  /// A side of the decoded picture, for one of `length` pixels; rounded up.
  package func scaled(_ length: Int) -> Int {
    (length + rawValue - 1) / rawValue
  }
}
