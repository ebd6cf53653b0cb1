package import RetakeMedia

/// What the test camera imitates, as it stands after `test:` in `--camera`:
/// `WxH@FPS,format=mjpeg|yuyv|nv12|z16|h264|rggb8|bggr10|...,still=WxH`, every part of which may be missing.
package struct TestCameraSpec: Hashable, Sendable {
  /// A size in pixels.
  package struct Size: Hashable, Sendable {
    /// Pixels a line.
    package var width: Int
    /// Lines.
    package var height: Int

    /// A size.
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Size of the video: 16x16 to 3840x2160, upright or lying.
  package var size = Size(width: 1280, height: 720)
  /// 1 to 240 frames a second.
  package var frameRate = Rational(30)
  /// As what its pictures are delivered.
  package var subtype = MediaSubtype.pixels(.nv12)
  /// The raw sensor whose samples they are made of; nil: they are drawn as they are delivered.
  package var sensor: TestSensor?
  /// The size of its stills, where that is not the size of the video; up to 8192x8192.
  package var still: Size?

  /// What `test` alone means: 1280x720@30,format=nv12.
  package init() {}

  /// Reads what stood after `test:`. Throws `.invalidArgument` with a line that names the part.
  package init(_ text: String) throws(RetakeError) {
    let fields = try TestSpecFields(text, device: "test camera", keys: ["format", "still"])
    for value in fields.bare { try readMode(value) }
    if let value = fields.values["format"] { try readFormat(value) }
    if let value = fields.values["still"] {
      still = try Self.size(value, widest: 8192, most: 8192 * 8192, limits: "16x16 to 8192x8192")
    }
  }

  /// Reads `WxH`, `WxH@FPS` or `@FPS`.
  private mutating func readMode(_ text: Substring) throws(RetakeError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    if !parts[0].isEmpty || parts.count == 1 {
      size = try Self.size(parts[0], widest: 3840, most: 3840 * 2160, limits: "16x16 to 3840x2160")
    }
    if parts.count == 2 {
      guard let rate = Rational(frameRate: parts[1]), rate.value >= 1, rate.value <= 240 else {
        throw RetakeError(
          .invalidArgument, "test camera: '\(parts[1])' is not a frame rate of 1 to 240, such as 30 or 29.97")
      }
      frameRate = rate
    }
  }

  private static func size(
    _ text: Substring, widest: Int, most: Int, limits: String
  ) throws(RetakeError) -> Size {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map(TestSpecFields.number)
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw RetakeError(.invalidArgument, "test camera: '\(text)' is not a size such as 1280x720")
    }
    guard (16...widest).contains(width), (16...widest).contains(height), width * height <= most else {
      throw RetakeError(.invalidArgument, "test camera: size \(text) is outside of \(limits)")
    }
    return Size(width: width, height: height)
  }

  private mutating func readFormat(_ name: Substring) throws(RetakeError) {
    switch name {
    case "nv12": subtype = .pixels(.nv12)
    case "yuyv": subtype = .pixels(.yuyv422)
    case "mjpeg": subtype = .codec(.mjpeg)
    case "h264": subtype = .codec(.h264)
    default:
      guard let sensor = TestSensor(named: name) else {
        throw RetakeError(
          .invalidArgument,
          "test camera: unknown format '\(name)', it has nv12, yuyv, mjpeg, h264, z16, and rggb8 to grbg16")
      }
      guard sensor.filter == nil || size.width % 2 == 0 && size.height % 2 == 0 else {
        throw RetakeError(
          .invalidArgument, "test camera: '\(name)' comes in squares of 2x2, of even sizes alone")
      }
      self.sensor = sensor
      subtype = sensor.wire.subtype
    }
  }

  /// What a camera with these settings delivers.
  package var format: VideoFormat {
    let isEven = subtype == .codec(.h264)
    let format = VideoFormat(
      subtype: subtype, width: isEven ? size.width & ~1 : size.width,
      height: isEven ? size.height & ~1 : size.height, frameRate: frameRate)
    guard let sensor else { return format }
    let raw = V4L2DeviceFormat(fourCC: sensor.fourCC, width: size.width, height: size.height)
    return VideoFormat(
      subtype: subtype, width: size.width, height: size.height, frameRate: frameRate,
      color: sensor.wire.color(of: raw))
  }
}
