package import RetakeMedia

/// A picture as the painter gets it: pixels, and how they are meant.
package struct ScreenPicture: Sendable {
  /// The pixels.
  package var frame: VideoFrame
  /// The clockwise turn that makes it upright.
  package var rotation: Turn
  /// Shape of a pixel, width to height, before it is turned.
  package var pixelAspectRatio: Rational

  /// An upright picture of square pixels unless told otherwise.
  package init(_ frame: VideoFrame, rotation: Turn = .none, pixelAspectRatio: Rational = Rational(1)) {
    self.frame = frame
    self.rotation = rotation
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// Width to height as it looks upright.
  var aspect: Float {
    let width = Float(frame.width) * Float(pixelAspectRatio.value)
    let aspect = width / Float(frame.height)
    return rotation.swapsSides ? 1 / aspect : aspect
  }
}
