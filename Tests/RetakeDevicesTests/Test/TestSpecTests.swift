import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct TestSpecTests {
  @Test func theEmptySpecIsTheDefault() throws {
    let spec = try TestCameraSpec("")
    #expect(spec == TestCameraSpec())
    #expect(
      spec.format
        == VideoFormat(
          subtype: .pixels(.nv12), width: 1280, height: 720, frameRate: Rational(30),
          color: ColorInfo(range: .limited, matrix: .bt709)))
    #expect(try TestMicrophoneSpec("") == TestMicrophoneSpec())
  }

  @Test func partsAreReadAsWritten() throws {
    let spec = try TestCameraSpec("641x481@29.97,format=mjpeg,still=4000x3000")
    #expect(spec.size == TestCameraSpec.Size(width: 641, height: 481))
    #expect(spec.frameRate == Rational(30_000, 1001))
    #expect(spec.subtype == .codec(.mjpeg))
    #expect(spec.still == TestCameraSpec.Size(width: 4000, height: 3000))
    #expect(spec.format.color == .jpeg)
    #expect(try TestCameraSpec("format=yuyv").subtype == .pixels(.yuyv422))
    #expect(try TestCameraSpec("format=yuyv,320x200").size == TestCameraSpec.Size(width: 320, height: 200))
    #expect(try TestCameraSpec("16x16").frameRate == Rational(30))
    #expect(try TestCameraSpec("2160x3840@25").size.height == 3840)
    #expect(try TestCameraSpec("@10").size.width == 1280)
    #expect(try TestMicrophoneSpec("rate=1.001").rateMillionths == 1_001_000)
    #expect(try TestMicrophoneSpec("rate=0.9995").rateMillionths == 999_500)
    #expect(try TestMicrophoneSpec("rate=1").rateMillionths == 1_000_000)
  }

  @Test(arguments: [
    ("30", Rational(30)), ("25", Rational(25)), ("29.97", Rational(30_000, 1001)),
    ("23.976", Rational(24_000, 1001)), ("23.98", Rational(24_000, 1001)), ("24", Rational(24)),
    ("59.94", Rational(60_000, 1001)), ("12.5", Rational(25, 2)), ("30000/1001", Rational(30_000, 1001)),
    ("29.9", Rational(299, 10)), ("119.88", Rational(120_000, 1001)), ("7.125", Rational(57, 8)),
  ])
  func frameRatesAreWhatPeopleMean(_ text: String, _ rate: Rational) throws {
    #expect(try TestCameraSpec("64x64@" + text).frameRate == rate)
  }

  @Test(arguments: [
    "640", "640x", "x480", "640x480x3", "-640x480", "+640x480", "640 x480", "15x16", "3841x100", "3840x2161",
    "99999999999x16", "640x480@", "640x480@0", "640x480@0.5", "640x480@241", "640x480@fast", "640x480@30/0",
    "640x480@1.2345", "640x480@.5", "640x480@-5", ",", "640x480,", "640x480,320x240", "size=640x480",
    "format=", "format=rgb", "format=NV12", "format=rggb9", "format=nv12,format=yuyv", "still=10x10",
    "still=9000x100", "still", "641x480,format=rggb10", "format=rggb", "format=z8", "format=rggb08",
    "640×480", "rate=1.001",
  ])
  func badCameraSpecsAreNamedInOneLine(_ text: String) {
    let error = #expect(throws: RetakeError.self) { try TestCameraSpec(text) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.description.contains("\n") == false)
    #expect(error?.message.hasPrefix("test camera: ") == true)
  }

  @Test func everyFormatHasItsName() throws {
    #expect(try TestCameraSpec("format=h264").subtype == .codec(.h264))
    #expect(try TestCameraSpec("641x481,format=h264").format.width == 640)
    #expect(try TestCameraSpec("format=bayer") == TestCameraSpec("format=rggb8"))
    #expect(try TestCameraSpec("641x481,format=z16").format.subtype == .pixels(.gray8))
    let depths = [8, 10, 12, 14, 16]
    for filter in SensorFilter.allCases {
      let sensors = try depths.map { bits in
        let spec = try TestCameraSpec("format=\(filter)\(bits)")
        #expect(spec.format.color == ColorInfo(range: .limited, matrix: .bt601))
        return try #require(spec.sensor)
      }
      #expect(sensors.map(\.bits) == depths && sensors.allSatisfy { $0.filter == filter })
      #expect(Set(sensors.map(\.fourCC)).count == depths.count)
    }
  }

  @Test(arguments: [
    "1.001", "rate", "rate=", "rate=0", "rate=-1", "rate=3", "rate=1.0000001", "rate=1,rate=1", "speed=1",
    ",",
  ])
  func badMicrophoneSpecsAreNamedInOneLine(_ text: String) {
    let error = #expect(throws: RetakeError.self) { try TestMicrophoneSpec(text) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.hasPrefix("test microphone: ") == true)
  }
}
