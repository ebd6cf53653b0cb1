/// A rectangle in u, from the leading top corner of what can be seen.
struct Box: Hashable {
  var x: Float
  var y: Float
  var width: Float
  var height: Float

  init(_ x: Float, _ y: Float, _ width: Float, _ height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The square round a centre.
  init(centerX: Float, centerY: Float, diameter: Float) {
    self.init(centerX - diameter / 2, centerY - diameter / 2, diameter, diameter)
  }

  var maxX: Float { x + width }
  var maxY: Float { y + height }
  var centerX: Float { x + width / 2 }
  var centerY: Float { y + height / 2 }

  func scaled(by factor: Float) -> Box {
    Box(centerX - width * factor / 2, centerY - height * factor / 2, width * factor, height * factor)
  }

  func outset(by amount: Float) -> Box {
    Box(x - amount, y - amount, width + 2 * amount, height + 2 * amount)
  }
}
