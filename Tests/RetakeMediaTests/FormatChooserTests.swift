import RetakeMedia
import Testing

/// The presets on tables of real cameras' formats.
@Suite struct FormatChooserTests {
  private static func format(_ code: String, _ width: Int, _ height: Int, _ rates: [Int32]) -> CaptureFormat {
    let subtypes: [String: MediaSubtype] = [
      "YUYV": .pixels(.yuyv422), "NV12": .pixels(.nv12), "UYVY": .pixels(.uyvy422), "RGB3": .pixels(.yuv420p),
      "MJPG": .codec(.mjpeg), "H264": .codec(.h264),
    ]
    return CaptureFormat(
      code: code, subtype: subtypes[code], isConverted: code == "RGB3", width: width, height: height,
      frameRates: rates.map { Rational($0) })
  }

  /// A USB 2 webcam of 1080p: raw is slow where it is large.
  private static let webcam: [CaptureFormat] =
    [
      format("YUYV", 640, 480, [30, 24, 15]), format("YUYV", 352, 288, [30]), format("YUYV", 320, 240, [30]),
      format("YUYV", 1280, 720, [10, 5]), format("YUYV", 1920, 1080, [5]), format("YUYV", 2304, 1536, [2]),
    ]
    + [(320, 240), (640, 480), (800, 600), (1280, 720), (1600, 896), (1920, 1080)].map {
      format("MJPG", $0.0, $0.1, [30, 24, 15])
    }

  /// A laptop's camera.
  private static let laptop = [
    format("MJPG", 1280, 720, [30]), format("MJPG", 640, 480, [30]), format("YUYV", 640, 480, [30]),
    format("YUYV", 1280, 720, [10]),
  ]

  /// A USB 3 capture stick.
  private static let stick =
    [(1920, 1080), (1280, 720), (720, 480)].flatMap { size in
      ["NV12", "YUYV", "MJPG"].map { format($0, size.0, size.1, [60, 30]) }
    } + [format("MJPG", 3840, 2160, [30])]

  /// A webcam that encodes itself, up to its largest size.
  private static let encoding =
    webcam + [
      format("H264", 1920, 1080, [30]), format("H264", 1280, 720, [30]), format("H264", 640, 480, [30]),
    ]

  @Test func whereAStreamIsWantedNothingElseWillDo() {
    let chooser = FormatChooser(preset: .high, isStreamWanted: true)
    #expect(chooser.choose(from: Self.encoding)?.format.code == "H264")
    #expect(chooser.choose(from: Self.encoding)?.format.width == 1920)
    #expect(chooser.choose(from: Self.webcam) == nil)
    // Otherwise it comes last.
    #expect(chosen(.high, Self.encoding) == "MJPG 1920x1080@30")
  }

  /// An old camera that never moves well.
  private static let slow = [
    format("YUYV", 1280, 1024, [7]), format("YUYV", 640, 480, [15]), format("YUYV", 320, 240, [20]),
  ]

  private func chosen(_ preset: SessionPreset, _ formats: [CaptureFormat], rate: Double = 30) -> String? {
    FormatChooser(preset: preset, frameRate: rate).choose(from: formats).map {
      "\($0.format.code) \($0.format.width)x\($0.format.height)@\($0.frameRate.numerator)"
    }
  }

  @Test(arguments: [
    (SessionPreset.low, "YUYV 352x288@30"), (.medium, "YUYV 640x480@30"), (.high, "MJPG 1920x1080@30"),
    (.hd720, "MJPG 1280x720@30"), (.hd1080, "MJPG 1920x1080@30"), (.hd4k, "MJPG 1920x1080@30"),
    (.photo, "MJPG 1920x1080@30"),
  ])
  func webcam(_ preset: SessionPreset, _ expected: String) {
    #expect(chosen(preset, Self.webcam) == expected)
  }

  @Test(arguments: [
    (SessionPreset.low, "YUYV 640x480@30"), (.medium, "YUYV 640x480@30"), (.high, "MJPG 1280x720@30"),
    (.hd1080, "MJPG 1280x720@30"), (.photo, "MJPG 1280x720@30"),
  ])
  func laptop(_ preset: SessionPreset, _ expected: String) {
    #expect(chosen(preset, Self.laptop) == expected)
  }

  @Test(arguments: [
    (SessionPreset.high, "NV12 1920x1080@30"), (.hd720, "NV12 1280x720@30"), (.hd4k, "MJPG 3840x2160@30"),
    (.photo, "MJPG 3840x2160@30"), (.medium, "NV12 720x480@30"),
  ])
  func stick(_ preset: SessionPreset, _ expected: String) {
    #expect(chosen(preset, Self.stick) == expected)
  }

  @Test func theRateIsTheNearest() {
    #expect(chosen(.high, Self.stick, rate: 60) == "NV12 1920x1080@60")
    #expect(chosen(.medium, Self.webcam, rate: 25) == "YUYV 640x480@24")
    #expect(chosen(.medium, Self.webcam, rate: 10) == "YUYV 640x480@15")
    // 29.97 is as good as 30: the kind of picture decides.
    let television = CaptureFormat(
      code: "NV12", subtype: .pixels(.nv12), width: 640, height: 480, frameRates: [Rational(30_000, 1_001)])
    let choice = FormatChooser(preset: .medium).choose(from: Self.webcam + [television])
    #expect(choice?.format.code == "NV12")
  }

  @Test func whereNothingIsFastTheFastEnoughAreTaken() {
    #expect(chosen(.high, Self.slow) == "YUYV 640x480@15")
    #expect(chosen(.photo, Self.slow) == "YUYV 640x480@15")
    let reason = FormatChooser(preset: .high).choose(from: Self.slow)?.reason
    #expect(reason?.contains("slow") == true)
  }

  @Test func theVerySizeIsTakenHoweverSlow() {
    #expect(
      chosen(.hd720, [Self.format("YUYV", 1280, 720, [10]), Self.format("YUYV", 640, 480, [30])])
        == "YUYV 1280x720@10")
  }

  @Test func uprightPicturesFitToo() {
    #expect(
      chosen(.high, [Self.format("NV12", 1080, 1920, [30]), Self.format("NV12", 640, 480, [30])])
        == "NV12 1080x1920@30")
  }

  @Test func theKindDecidesAtTheSameSizeAndRate() {
    var formats = ["H264", "MJPG", "RGB3", "UYVY", "YUYV", "NV12"].map { Self.format($0, 1280, 720, [30]) }
    for code in ["NV12", "YUYV", "UYVY", "RGB3", "MJPG", "H264"] {
      #expect(chosen(.high, formats) == "\(code) 1280x720@30")
      formats.removeAll { $0.code == code }
    }
    #expect(chosen(.high, formats) == nil)
  }

  @Test func whatCannotBeReadIsNeverChosen() {
    #expect(chosen(.high, [Self.format("HSV3", 640, 480, [30])]) == nil)
    #expect(
      chosen(.high, [Self.format("HSV3", 1920, 1080, [30]), Self.format("YUYV", 640, 480, [30])])
        == "YUYV 640x480@30")
  }

  @Test func aCameraThatTellsNoRatesIsTakenAtItsWord() {
    #expect(chosen(.high, [Self.format("UYVY", 1280, 720, [])]) == "UYVY 1280x720@30")
  }

  @Test func aFullBusGetsLess() throws {
    let chooser = FormatChooser(preset: .medium)
    var choice = try #require(chooser.choose(from: Self.webcam))
    var tried = ["\(choice.format.code) \(choice.format.width)"]
    while let next = chooser.choose(from: Self.webcam, below: choice) {
      choice = next
      tried.append("\(choice.format.code) \(choice.format.width)")
      #expect(tried.count < 20)
    }
    #expect(tried.prefix(2) == ["YUYV 640", "MJPG 640"] && tried.last == "MJPG 320")
  }

  @Test func theReasonNamesSizeRateAndRule() throws {
    let fourK = try #require(FormatChooser(preset: .hd4k).choose(from: Self.webcam))
    #expect(fourK.reason.hasPrefix("1920x1080 at 30 frames a second in MJPG: hd4k is not offered"))
    let high = try #require(FormatChooser(preset: .high).choose(from: Self.webcam))
    #expect(high.reason.contains("the largest size up to 1920x1080"))
    let exact = try #require(FormatChooser(preset: .hd1080).choose(from: Self.webcam))
    #expect(
      exact.reason.contains("the size of hd1080") && exact.reason.hasSuffix("in the kind that is fast enough")
    )
  }
}
