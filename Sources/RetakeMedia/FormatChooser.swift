/// Chooses among what a camera offers, by the rules of the presets: first the size, then the rate, then the
/// kind of picture. Formats that cannot be read are never chosen.
public struct FormatChooser: Sendable {
  /// What is asked for.
  public var preset: SessionPreset
  /// The rate to come near to, in frames a second.
  public var frameRate: Double
  /// Whether only H.264 and HEVC will do, which takes can copy.
  public var isStreamWanted: Bool

  /// What people take for moving pictures; 23.976 counts as 24.
  private static let movingRate = 23.9
  /// Rates that a camera must reach, the best first, where nothing reaches the first.
  private static let movingRates = [movingRate, 14.9, 9.9, 0]
  private static let photoRates = [9.9, 0]
  /// Rates this much apart count as the same: 29.97 and 30.
  private static let sameRate = 0.02
  /// A camera that does not say how fast it is.
  private static let unknownRate = Rational(30)

  /// A chooser for this preset, with rates near `frameRate`.
  public init(preset: SessionPreset, frameRate: Double = 30, isStreamWanted: Bool = false) {
    self.preset = preset
    self.frameRate = frameRate
    self.isStreamWanted = isStreamWanted
  }

  /// The best of `formats`; nil if none can be read.
  public func choose(from formats: [CaptureFormat]) -> FormatChoice? {
    let readable = formats.filter { format in
      guard let subtype = format.subtype, format.width > 0, format.height > 0 else { return false }
      return !isStreamWanted || subtype.streamCodec != nil
    }
    guard let (sized, reason) = sized(readable), let best = sized.map(candidate).max(by: isWorse) else {
      return nil
    }
    let rate = Self.text(best.rate.value)
    let also = Set(sized.map(\.code)).count > 1 ? ", " + best.kindReason(among: sized) : ""
    return FormatChoice(
      format: best.format, frameRate: best.rate,
      reason: "\(best.format.width)x\(best.format.height) at \(rate) frames a second in \(best.format.code): "
        + reason + also)
  }

  /// The best that needs less of a bus than `choice` did, for one that is full; nil if there is none.
  public func choose(from formats: [CaptureFormat], below choice: FormatChoice) -> FormatChoice? {
    let limit = Self.bandwidth(choice.format, choice.frameRate)
    let smaller = formats.compactMap { format -> CaptureFormat? in
      var format = format
      let rates = format.frameRates.isEmpty ? [Self.unknownRate] : format.frameRates
      format.frameRates = rates.filter { Self.bandwidth(format, $0) < 0.9 * limit }
      return format.frameRates.isEmpty ? nil : format
    }
    return choose(from: smaller)
  }

  // MARK: Sizes

  /// The formats of the right size, and why that size.
  private func sized(_ formats: [CaptureFormat]) -> ([CaptureFormat], String)? {
    guard !formats.isEmpty else { return nil }
    let exact = preset.size.map { size in
      formats.filter { $0.width == size.width && $0.height == size.height }
    }
    if let exact, !exact.isEmpty { return (exact, "the size of \(preset.rawValue)") }
    for rate in preset == .photo ? Self.photoRates : Self.movingRates {
      let fast = formats.filter { Self.fastest($0) >= rate }
      let fitting = fast.filter { preset.holds(width: $0.width, height: $0.height) }
      if let area = fitting.map(\.area).max() {
        return (fitting.filter { $0.area == area }, words(isNext: exact != nil, rate: rate))
      }
    }
    // Nothing is that small.
    for rate in Self.movingRates {
      let fast = formats.filter { Self.fastest($0) >= rate }
      if let area = fast.map(\.area).min() {
        return (fast.filter { $0.area == area }, "the smallest there is, \(preset.rawValue) would be smaller")
      }
    }
    return nil
  }

  private func words(isNext: Bool, rate: Double) -> String {
    let limit = preset == .photo ? Self.photoRates[0] : Self.movingRate
    let slow = rate < limit ? ", though slow: nothing there is faster" : ""
    if isNext { return "\(preset.rawValue) is not offered, this is the next smaller size" + slow }
    guard let box = preset.box else { return "the largest size of 10 frames a second or more" + slow }
    return "the largest size up to \(box.width)x\(box.height) of 24 frames a second or more" + slow
  }

  private static func fastest(_ format: CaptureFormat) -> Double {
    format.frameRates.first?.value ?? unknownRate.value
  }

  // MARK: Rates and kinds

  private struct Candidate {
    var format: CaptureFormat
    var rate: Rational

    /// Less work first: what an encoder takes, what is only copied, what must be converted or decoded.
    var rank: Int {
      switch format.subtype {
      case .pixels(.nv12) where !format.isConverted: 0
      case .pixels(.yuyv422) where !format.isConverted: 1
      case .pixels where !format.isConverted: 2
      case .pixels: 3
      case .codec(.mjpeg): 4
      default: 5
      }
    }

    func kindReason(among others: [CaptureFormat]) -> String {
      let isSlower = others.contains { FormatChooser.fastest($0) < rate.value * (1 - FormatChooser.sameRate) }
      return rank >= 4 && isSlower
        ? "in the kind that is fast enough" : "in the kind that takes the least work"
    }
  }

  private func candidate(_ format: CaptureFormat) -> Candidate {
    let rates = format.frameRates.isEmpty ? [Self.unknownRate] : format.frameRates
    // Fastest first, so that of two rates as far away the faster one is taken.
    let nearest = rates.min { distance($0) < distance($1) } ?? Self.unknownRate
    return Candidate(format: format, rate: nearest)
  }

  private func isWorse(_ left: Candidate, _ right: Candidate) -> Bool {
    let difference = distance(left.rate) - distance(right.rate)
    if abs(difference) > Self.sameRate * frameRate { return difference > 0 }
    if left.rank != right.rank { return left.rank > right.rank }
    // A steady order where the camera offers two kinds of the same worth.
    return left.format.code > right.format.code
  }

  private func distance(_ rate: Rational) -> Double {
    abs(rate.value - frameRate)
  }

  /// Bytes a second on the way from the camera, roughly: JPEG takes some 2 bits a pixel, video codecs less.
  private static func bandwidth(_ format: CaptureFormat, _ rate: Rational) -> Double {
    let bytesPerPixel: Double =
      switch format.subtype {
      case .pixels(.gray8) where !format.isConverted: 1
      case .pixels(.nv12) where !format.isConverted, .pixels(.yuv420p) where !format.isConverted: 1.5
      case .pixels(.yuv444p) where !format.isConverted: 3
      case .codec(.mjpeg): 0.25
      case .codec: 0.05
      default: 2
      }
    return Double(format.area) * rate.value * bytesPerPixel
  }

  private static func text(_ rate: Double) -> String {
    let hundredths = Int((rate * 100).rounded())
    if hundredths % 100 == 0 { return "\(hundredths / 100)" }
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}

extension CaptureFormat {
  /// Pixels of a picture.
  fileprivate var area: Int { width * height }
}

extension SessionPreset {
  /// The size that a picture may have at most; nil: any.
  fileprivate var box: (width: Int, height: Int)? {
    switch self {
    case .low: (352, 288)
    case .medium: (640, 480)
    case .high: (1920, 1080)
    case .hd720, .hd1080, .hd4k: size
    case .photo: nil
    }
  }

  /// The very size that is meant; nil where any up to `box` will do.
  fileprivate var size: (width: Int, height: Int)? {
    switch self {
    case .hd720: (1280, 720)
    case .hd1080: (1920, 1080)
    case .hd4k: (3840, 2160)
    default: nil
    }
  }

  /// Whether a picture of this size fits, lying or upright.
  fileprivate func holds(width: Int, height: Int) -> Bool {
    guard let box else { return true }
    return max(width, height) <= box.width && min(width, height) <= box.height
  }
}
