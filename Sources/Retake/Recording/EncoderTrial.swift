internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// Finds out how hard the encoder may try on this machine, by encoding a few pictures.
enum EncoderTrial {
  /// Speeds that are tried, slowest first; the last one is taken untried.
  private static let ladder: [EncoderSpeed] = [.veryfast, .superfast, .ultrafast]
  /// The share of a frame's time that encoding may take, so that decoding, preview and sound have room.
  private static let share = 0.45
  private static let pictureCount = 12

  /// The slowest speed of the ladder that encodes a hard, moving picture well within its time.
  static func slowestSpeed(
    for settings: VideoEncoderSettings, _ pixelFormat: PixelFormat, _ open: EncoderOpener
  ) throws(RetakeError) -> EncoderSpeed {
    let budget = settings.frameRate.period.seconds * share
    do {
      for speed in ladder.dropLast() {
        var trial = settings
        trial.speed = speed
        let seconds = try secondsPerPicture(trial, pixelFormat, open)
        Log.info(
          "\(settings.encoder):\(speed) takes \(Int(seconds * 1e6)) µs a picture of \(Int(budget * 1e6))")
        if seconds <= budget { return speed }
      }
    } catch {
      throw RetakeError(
        .encoderFailed, "the encoder \(settings.encoder) failed its trial: \(error)",
        advice: "`retake devices` lists the encoders of this machine.")
    }
    return ladder[ladder.count - 1]
  }

  /// Encodes two pictures, ends the encoder, and throws where no two packets come of it.
  static func encodeTwoPictures(
    _ settings: VideoEncoderSettings, _ pixelFormat: PixelFormat, _ encoder: any PictureEncoder
  ) throws(CodecError) {
    let pictures = TrialPictures(pixelFormat, settings)
    var count = 0
    for number in 0..<2 {
      try encoder.send(
        pictures.frame(number), at: settings.frameRate.time(of: Int64(number)), forceKeyFrame: false)
      while try encoder.receive() != nil { count += 1 }
    }
    try encoder.finish()
    while try encoder.receive() != nil { count += 1 }
    guard count == 2 else {
      throw CodecError(.failed, "try \(settings.encoder)", "\(count) packets of 2 pictures")
    }
  }

  private static func secondsPerPicture(
    _ settings: VideoEncoderSettings, _ pixelFormat: PixelFormat, _ open: EncoderOpener
  ) throws(CodecError) -> Double {
    let encoder = try open(settings, pixelFormat, 0)
    let pictures = TrialPictures(pixelFormat, settings)
    // The first picture is a key frame and warms the caches up; what follows is what a second is full of.
    try encode(pictures.frame(0), number: 0, with: encoder, settings)
    let start = MonotonicClock.now
    for number in 1...pictureCount {
      try encode(pictures.frame(number), number: number, with: encoder, settings)
    }
    try encoder.finish()
    while try encoder.receive() != nil {}
    return (MonotonicClock.now - start).seconds / Double(pictureCount)
  }

  private static func encode(
    _ frame: VideoFrame, number: Int, with encoder: any PictureEncoder, _ settings: VideoEncoderSettings
  ) throws(CodecError) {
    try encoder.send(frame, at: settings.frameRate.time(of: Int64(number)), forceKeyFrame: false)
    while try encoder.receive() != nil {}
  }
}

/// A few pictures of grain over moving shapes, made before the trial's clock runs: about as hard to encode as a
/// moving crowd in a dim room.
private struct TrialPictures {
  private var frames: [VideoFrame] = []
  private static let count = 4

  init(_ pixelFormat: PixelFormat, _ settings: VideoEncoderSettings) {
    let layout = PlaneLayout(pixelFormat, width: settings.width, height: settings.height)
    let pool = FramePool(slabBytes: layout.byteCount, capacity: Self.count)
    for number in 0..<Self.count {
      guard var frame = pool.frame(layout) else {
        preconditionFailure("the pool has a slab for each picture")
      }
      for plane in 0..<pixelFormat.planeCount {
        frame.withPlane(plane) { Self.fill(&$0, stride: layout.strides[plane], number: number, plane: plane) }
      }
      frames.append(frame.publish(color: settings.color, time: .zero, sequence: 0))
    }
  }

  func frame(_ number: Int) -> VideoFrame {
    frames[number % frames.count]
  }

  private static func fill(_ bytes: inout MutableRawSpan, stride: Int, number: Int, plane: Int) {
    var noise = UInt32(truncatingIfNeeded: 12_345 + number * 7919 + plane)
    for offset in 0..<bytes.byteCount {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let (row, column) = (offset / stride, offset % stride)
      let shape = plane == 0 ? ((column &+ number * 6) ^ (row &+ number * 3)) & 0x60 : 96
      let value = 40 + shape + Int(noise >> 29)
      bytes.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: offset, as: UInt8.self)
    }
  }
}
