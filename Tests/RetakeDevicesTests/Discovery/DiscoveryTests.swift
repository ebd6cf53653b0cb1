import Fixtures
import Foundation
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
    (.none, .invalidArgument), (.test("bad"), .invalidArgument), (.test("format=h265"), .invalidArgument),
  ])
  func camerasThatCannotBeOpenedSayWhy(_ spec: DeviceSpec, _ code: RetakeError.Code) {
    let error = #expect(throws: RetakeError.self) { _ = try Discovery.openCamera(spec) }
    #expect(error?.code == code)
  }

  @Test func noCameraNamesTheBuiltInOne() {
    let error = #expect(throws: RetakeError.self) { _ = try Discovery.openCamera(.auto) }
    #expect(error?.description.contains("--camera test") == true)
  }

  @Test func aPipeServesOnlyOneDevice() throws {
    func code(_ camera: String, _ microphone: String) -> RetakeError.Code? {
      do throws(RetakeError) {
        try Discovery.checkInputs(camera: .file(camera), microphone: .file(microphone))
        return nil
      } catch { return error.code }
    }
    let (pipe, file) = (TestMedia.path("fifo"), try TestMedia.write(Data(), "file"))
    let made = unsafe mkfifo(pipe, 0o600)
    try #require(made == 0)
    #expect(code("-", "-") == .invalidArgument && code(pipe, pipe) == .invalidArgument)
    #expect(code(file, file) == nil && code(pipe, file) == nil && code("/nowhere", "/nowhere") == nil)
    try Discovery.checkInputs(camera: .test(""), microphone: .file("-"))
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
