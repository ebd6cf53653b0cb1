/// Says how wide text comes out; the painter is one, with the real fonts.
package protocol TextMeasurer {
  /// The advance of one line in px, all runs together.
  func width(of text: String, style: TextStyle) -> Float
  /// The width in px of a time set in digit cells: each digit as wide as the widest, all else in its own width.
  func cellWidth(of text: String, style: TextStyle) -> Float
}
