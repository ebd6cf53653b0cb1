/// How a picture is fitted into a place of another shape.
public enum VideoGravity: String, Sendable, CaseIterable {
  /// The place is full; what does not fit is cut off.
  case fill
  /// The picture is whole; what it does not cover stays dark.
  case fit
  /// The picture is squeezed to the place.
  case stretch
}
