import RetakeMedia
import Testing

@testable import RetakeDevices

@Suite struct DiscoveryTests {
  @Test func testDevicesOpenAsAsked() throws {
    let camera = try Discovery.openCamera(.test("320x240@15,format=yuyv"))
    #expect(
      camera.format
        == VideoFormat(subtype: .pixels(.yuyv422), width: 320, height: 240, frameRate: Rational(15)))
    let microphone = try #require(try Discovery.openMicrophone(.test("rate=1.001"), beside: camera))
    #expect(microphone.format == AudioFormat(sampleRate: 48_000, channels: 1))
    #expect(try Discovery.openMicrophone(.none) == nil)
  }

  @Test(arguments: [
    (DeviceSpec.auto, RetakeError.Code.deviceMissing), (.device("/dev/video7"), .deviceMissing),
    (.none, .invalidArgument), (.test("bad"), .invalidArgument), (.test("format=h264"), .notSupported),
  ])
  func camerasThatCannotBeOpenedSayWhy(_ spec: DeviceSpec, _ code: RetakeError.Code) {
    let error = #expect(throws: RetakeError.self) { _ = try Discovery.openCamera(spec) }
    #expect(error?.code == code)
  }

  @Test func noCameraNamesTheBuiltInOne() {
    let error = #expect(throws: RetakeError.self) { _ = try Discovery.openCamera(.auto) }
    #expect(error?.description.contains("--camera test") == true)
  }

  @Test func listedDevicesCanBeOpenedByTheirIds() throws {
    for camera in Discovery.cameras() {
      #expect(!camera.formats.isEmpty && !camera.name.isEmpty)
      _ = try Discovery.openCamera(try #require(DeviceSpec(camera.id)))
    }
    for microphone in Discovery.microphones() where microphone.problem == nil {
      _ = try Discovery.openMicrophone(try #require(DeviceSpec(microphone.id)))
    }
  }
}
