/// How a line of text is set.
package struct TextStyle: Hashable, Sendable {
  /// The two optical sizes of the typeface.
  package enum Face: Sendable {
    /// Inter: everything but large lines.
    case text
    /// InterDisplay: 6 u and more, and the time left.
    case display
  }

  /// The weights in use.
  package enum Weight: Int, Sendable {
    case medium = 500
    case semibold = 600
    case bold = 700
  }

  package var face: Face
  package var weight: Weight
  /// The em in px.
  package var size: Float

  package init(_ face: Face, _ weight: Weight, size: Float) {
    self.face = face
    self.weight = weight
    self.size = size
  }

  /// Cap height is 0.728 em: a line whose baseline stands this far under a centre line is centred on it.
  package var baselineOffset: Float { 0.364 * size }
}
