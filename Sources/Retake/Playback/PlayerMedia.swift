internal import RetakeCodec
public import RetakeMedia

/// What a player found in its file.
public struct PlayerMedia: Hashable, Sendable {
  /// The pictures.
  public struct Video: Hashable, Sendable {
    /// Pixels a line, as coded.
    public var width: Int
    /// Lines, as coded.
    public var height: Int
    /// Clockwise degrees (0, 90, 180, 270) that make the picture upright. Frames are handed out unturned.
    public var rotation: Int
    /// Shape of a pixel, before it is turned.
    public var pixelAspectRatio: Rational
    /// Frames a second, on the average.
    public var frameRate: Rational
  }

  /// The pictures; nil where there are none.
  public var video: Video?
  /// The sound; nil where there is none.
  public var audio: AudioFormat?
  /// How long it lasts: what the file says, and what was found once its end was reached (a file that was cut is
  /// shorter than it says). nil while neither is known.
  public var duration: MediaTime?

  init(video track: VideoTrack?, audio: AudioTrack?, duration: MediaTime?) {
    video = track.map {
      Video(
        width: $0.width, height: $0.height, rotation: $0.rotation, pixelAspectRatio: $0.pixelAspectRatio,
        frameRate: $0.frameRate)
    }
    self.audio = audio?.format
    self.duration = duration
  }
}
