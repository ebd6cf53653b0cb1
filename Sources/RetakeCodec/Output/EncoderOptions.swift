internal import RetakeMedia

/// What each encoder is told beside the fields that all of them share.
struct EncoderOptions {
  /// Options of the encoder, by FFmpeg's names.
  var options: [(key: String, value: String)] = []
  /// Frames from one key frame to the next at most, for the encoder's own counting.
  var keyFrameDistance: Int32

  init(_ settings: VideoEncoderSettings, isLive: Bool = false) {
    // We ask for every key frame, by time; a counter in frames would add some where a camera runs fast.
    let unlimited: Int32 = 1 << 30
    switch settings.encoder {
    case "libx264":
      keyFrameDistance = unlimited
      options = Self.x264(settings, isLive: isLive)
    case "libx265":
      keyFrameDistance = unlimited
      options = Self.x265(settings)
    default:
      // Hardware may overlook the request: let it count as well.
      let frames = settings.frameRate.value * settings.keyFrameInterval.seconds
      keyFrameDistance = max(1, Int32(frames.rounded()))
    }
  }

  /// One track of a file has one configuration (SPS and PPS), so everything that x264's presets write into it is
  /// the same on every rung; only the search differs. Without lookahead and macroblock tree a picture comes out
  /// as soon as the threads are done with it, and a take ends at once.
  private static func x264(_ settings: VideoEncoderSettings, isLive: Bool) -> [(key: String, value: String)] {
    var parameters = [
      "ref=1", "cabac=1", "8x8dct=1", "weightp=0", "bframes=0", "scenecut=0", "mbtree=0", "rc-lookahead=0",
      "sync-lookahead=0",
      // Keeps the first picture's quantizer out of the PPS.
      "stitchable=1",
    ]
    // With rates that vary, x264 waits for the next picture to know how long each one lasts.
    if isLive { parameters.append("force-cfr=1") }
    // From `fast` on, x264 spends bits on luma by eye and takes 2 off the chroma offset in the PPS to make up
    // for it; this puts them back.
    if settings.speed >= .fast { parameters.append("chroma-qp-offset=2") }
    var options = [
      (key: "preset", value: settings.speed.rawValue), (key: "profile", value: "high"),
      (key: "forced-idr", value: "1"), (key: "x264-params", value: parameters.joined(separator: ":")),
    ]
    if case .quality(let quality) = settings.rateControl {
      options.append((key: "crf", value: "\(rateFactor(quality))"))
    }
    return options
  }

  private static func x265(_ settings: VideoEncoderSettings) -> [(key: String, value: String)] {
    let parameters = [
      "ref=1", "weightp=0", "bframes=0", "scenecut=0", "cutree=0", "rc-lookahead=0", "frame-threads=1",
      "repeat-headers=0", "log-level=none",
    ]
    var options = [
      (key: "preset", value: settings.speed.rawValue), (key: "forced-idr", value: "1"),
      (key: "x265-params", value: parameters.joined(separator: ":")),
    ]
    if case .quality(let quality) = settings.rateControl {
      // x265's own default, 28, is meant to look like x264's 23.
      options.append((key: "crf", value: "\(rateFactor(quality) + 5)"))
    }
    return options
  }

  /// Quality 1 to 100 as x264's constant rate factor: 40 (smallest that is still a picture) to 14 (no difference
  /// to be seen); x264's default 23 lies at 65.
  static func rateFactor(_ quality: Int) -> Double {
    40 - Double(min(max(quality, 1), 100) - 1) * 26 / 99
  }
}
