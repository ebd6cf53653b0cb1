package import RetakeMedia

/// What the test camera imitates, as it stands after `test:` in `--camera`:
/// `WxH@FPS,format=mjpeg|yuyv|nv12,still=WxH`, every part of which may be missing.
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
  /// What it sends.
  package var subtype = MediaSubtype.pixels(.nv12)
  /// The size of its stills, where that is not the size of the video; up to 8192x8192.
  package var still: Size?

  /// What `test` alone means: 1280x720@30,format=nv12.
  package init() {}

  /// Reads what stood after `test:`. Throws `.invalidArgument` with a line that names the part,
  /// also for a format that the test camera cannot imitate yet.
  package init(_ text: String) throws(RetakeError) {
    let fields = try TestSpecFields(text, device: "test camera", keys: ["format", "still"])
    for value in fields.bare { try readMode(value) }
    if let value = fields.values["format"] { subtype = try Self.subtype(named: value) }
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

  private static func subtype(named name: Substring) throws(RetakeError) -> MediaSubtype {
    switch name {
    case "nv12": return .pixels(.nv12)
    case "yuyv": return .pixels(.yuyv422)
    case "mjpeg": return .codec(.mjpeg)
    case _ where isPlanned(name):
      throw RetakeError(
        .invalidArgument, "test camera: format '\(name)' is not there yet, it has nv12, yuyv and mjpeg")
    default:
      throw RetakeError(
        .invalidArgument, "test camera: unknown format '\(name)', it has nv12, yuyv and mjpeg")
    }
  }

  /// Depth, H.264, and raw sensors of 8 to 16 bits in four orders of colours.
  private static func isPlanned(_ name: Substring) -> Bool {
    if ["z16", "h264", "bayer"].contains(name) { return true }
    let orders = ["rggb", "bggr", "gbrg", "grbg"]
    return orders.contains { order in
      name.hasPrefix(order) && ["8", "10", "12", "16"].contains(name.dropFirst(order.count))
    }
  }

  /// What a camera with these settings delivers.
  package var format: VideoFormat {
    VideoFormat(subtype: subtype, width: size.width, height: size.height, frameRate: frameRate)
  }
}
