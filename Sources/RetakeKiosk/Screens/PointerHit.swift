/// What a finger or a mouse found.
package struct PointerHit: Hashable, Sendable {
  package var control: Control
  /// Where along the slider, or along the screen's width for anything else: 0 to 1.
  package var value: Double
  /// In the top left corner, where five taps ask for the operator.
  package var isInCorner: Bool

  package init(_ control: Control, value: Double = 0, isInCorner: Bool = false) {
    self.control = control
    self.value = value
    self.isInCorner = isInCorner
  }
}
