public import RetakeMedia
package import RetakeRuntime

/// How a recording is made: the options of `MovieFileOutput`, fixed when a recording starts.
public struct MovieFileSettings: Sendable {
  /// The codec of the pictures; nil is that of the named encoder, else H.264.
  public var codec: VideoCodec?
  /// Whether the camera's own H.264 or HEVC is kept as it comes: nothing is encoded, and a take begins with a key frame
  /// of the camera's. Of the settings about encoders none counts then.
  public var isPassthrough = false
  /// Bitrate or quality; nil is a bitrate that suits size and rate.
  public var rateControl: RateControl?
  /// The encoder's name in FFmpeg; nil is the best that this machine has.
  public var encoder: String?
  /// The encoder's speed; nil is the slowest that this machine keeps up with, found by a short trial.
  public var speed: EncoderSpeed?
  /// The take has pictures with 0 <= time < this; nil is no limit.
  public var duration: MediaTime?
  /// A limit that the operator set; the smaller of the two ends the take. nil is none. What a pre-roll adds to the
  /// take's beginning counts for neither.
  public var maxRecordedDuration: MediaTime?
  /// Bytes that the file may have; nil is no limit.
  public var maxRecordedFileSize: Int64?
  /// Bytes that stay free on the disk; the take ends before that. 0 is no limit.
  public var minFreeDiskSpaceLimit: Int64 = 0

  /// How long before `startRecording` a take begins, where `startPreRoll` has kept so much. 0 is none.
  public var preRollDuration = MediaTime.zero

  /// Clockwise degrees (0, 90, 180, 270) that the picture is turned by when it is shown, beside what the camera
  /// says itself.
  public var rotation = 0

  /// How much of a take may wait for a slow disk before it ends: one that stalls for 10 s costs nothing.
  package var diskPatience = MediaTime(seconds: 20)
  /// The machine's clocks; tests have others.
  package var clocks: @Sendable () -> ClockReading? = { ClockReading.now }
  /// What the file is written through.
  package var disk = OutputDisk()

  /// Settings that record H.264 without limits.
  public init() {}

  /// A bitrate that suits a picture of this size and rate: 0.14 bits a pixel, which is 4 Mbit/s at 720p30 and
  /// 9 at 1080p30, a usual figure for H.264 of speaking people at x264's quick speeds.
  static func suitedBitrate(width: Int, height: Int, frameRate: Rational) -> Int {
    max(200_000, Int(0.14 * Double(width * height) * frameRate.value))
  }

  /// The turn that the file carries for a camera of this format.
  func rotation(of video: VideoFormat) -> Int {
    (video.rotation + rotation) % 360
  }

  /// The limit that comes first, and what it is called.
  var limit: (time: MediaTime, reason: RecordingEndReason)? {
    switch (duration, maxRecordedDuration) {
    case (nil, nil): nil
    case (let duration?, nil): (duration, .duration)
    case (nil, let maximum?): (maximum, .maxDuration)
    case (let duration?, let maximum?): duration <= maximum ? (duration, .duration) : (maximum, .maxDuration)
    }
  }
}

extension VideoEncoderSettings {
  /// About how many bits a second come out.
  var expectedBitrate: Int {
    switch rateControl {
    case .bitrate(let bitrate): bitrate
    case .quality: MovieFileSettings.suitedBitrate(width: width, height: height, frameRate: frameRate)
    }
  }
}
