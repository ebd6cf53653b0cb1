/// Which moving or still picture is shown.
package enum PictureSource: Hashable, Sendable {
  /// The newest frame of the camera.
  case preview
  /// The last frame of the camera before it went away or a take ended.
  case lastFrame
  /// The player's present picture.
  case take
  /// The last picture of a take that has just been thrown away.
  case discarded
  /// The player's kept picture nearest to a position in seconds, for the scrub bar's bubble.
  case takeThumbnail(seconds: Double)
}
