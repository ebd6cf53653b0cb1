import Glibc
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

@Suite struct V4L2InventoryTests {
  private let kinds = [
    ScriptedCalls.Kind(
      code: "YUYV", sizes: [.discrete(width: 640, height: 480)],
      rates: [.discrete(Rational(30)), .discrete(Rational(15))]),
    ScriptedCalls.Kind(code: "H264", sizes: [.discrete(width: 1920, height: 1080)], rates: []),
  ]

  private func device(_ number: Int, links: [String] = []) -> UdevDevice {
    UdevDevice(
      node: "/dev/video\(number)", systemName: "video\(number)", title: "Camera \(number)", links: links)
  }

  private func cameras(_ calls: ScriptedCalls, _ devices: [UdevDevice]? = nil) -> [CameraDescription] {
    V4L2Inventory(calls: calls).cameras(devices ?? [device(0)])
  }

  private func capabilities(device: UInt32, node: UInt32?) -> V4L2Capabilities {
    V4L2Capabilities(
      driver: "uvcvideo", card: "HD Webcam", busInfo: "usb-0000:00:14.0-1", device: device, node: node)
  }

  @Test func aCameraIsListedWithWhatItOffers() throws {
    let calls = ScriptedCalls(kinds: kinds)
    let camera = try #require(cameras(calls).first)
    #expect(camera.name == "Scripted" && camera.id == "usb-1" && camera.node == "/dev/video0")
    #expect(camera.formats.map(\.code) == ["YUYV", "H264"])
    #expect(
      camera.formats[0].subtype == .pixels(.yuyv422)
        && camera.formats[0].frameRates == [Rational(30), Rational(15)])
    #expect(camera.formats[1].subtype == .codec(.h264) && camera.formats[1].frameRates.isEmpty)
    #expect(calls.state.withLock { $0.opened == 1 && $0.closed == 1 })
  }

  @Test func aBridgeOffersWhatComesIn() throws {
    let calls = ScriptedCalls(kinds: [ScriptedCalls.Kind(code: "UYVY", sizes: [], rates: [])])
    calls.state.withLock { $0.signal = V4L2Signal(width: 1920, height: 1080, frameRate: Rational(50)) }
    let format = try #require(cameras(calls).first?.formats.first)
    #expect(format.width == 1920 && format.height == 1080 && format.frameRates == [Rational(50)])
    // Looking changes nothing.
    #expect(calls.state.withLock { $0.signalsFollowed } == 0)
  }

  /// The metadata node of a webcam says in `capabilities` what the whole webcam can do.
  @Test(arguments: [
    (0x84A0_0001 as UInt32, 0x0420_0001 as UInt32?, true), (0x84A0_0001, 0x04A0_0000, false),
    (0x8520_0001, 0x0520_0002, false), (0x9520_0001, 0x1520_0001, false), (0x8420_1000, 0x0420_1000, true),
    (0x0400_0001, nil, true), (0x8120_0001, 0x0120_0001, false), (0x8420_8000, 0x0420_8000, false),
  ])
  func onlyNodesThatGivePicturesAreCameras(_ device: UInt32, _ node: UInt32?, _ isCamera: Bool) {
    let calls = ScriptedCalls(kinds: kinds, capabilities: capabilities(device: device, node: node))
    #expect(cameras(calls).isEmpty != isCamera)
    #expect(calls.state.withLock { $0.opened == $0.closed })
  }

  @Test func aNodeWithoutFormatsIsNoCamera() {
    #expect(cameras(ScriptedCalls()).isEmpty)
  }

  @Test func sizesBetweenLimitsAreTheUsualOnes() throws {
    let kind = ScriptedCalls.Kind(
      code: "NV12", sizes: [.range(widths: 32...1920, step: 2, heights: 32...1080, stepDown: 2)],
      rates: [.range(fastest: Rational(60), slowest: Rational(1))])
    let formats = try #require(cameras(ScriptedCalls(kinds: [kind])).first).formats
    #expect(
      formats.contains { $0.width == 1920 && $0.height == 1080 } && formats.allSatisfy { $0.width <= 1920 })
    #expect(formats[0].frameRates.first == Rational(60) && formats[0].frameRates.contains(Rational(30)))
    let odd = ScriptedCalls.Kind(
      code: "NV12", sizes: [.range(widths: 1000...1000, step: 1, heights: 700...700, stepDown: 1)], rates: [])
    #expect(cameras(ScriptedCalls(kinds: [odd])).first?.formats.map(\.width) == [1000])
  }

  @Test func aDriverThatListsNoSizesIsTakenAsItIsSet() {
    let kind = ScriptedCalls.Kind(code: "YUYV", sizes: [], rates: [])
    let formats = cameras(ScriptedCalls(kinds: [kind])).first?.formats
    #expect(
      formats == [
        CaptureFormat(
          code: "YUYV", title: "YUYV", subtype: .pixels(.yuyv422), width: 640, height: 480, frameRates: [])
      ])
  }

  @Test func idsOutliveTheNumberOfTheNode() {
    let calls = ScriptedCalls(kinds: kinds)
    let links = [
      "/dev/v4l/by-id/usb-Maker_Cam_123-video-index0", "/dev/v4l/by-path/pci-0-usb-1-video-index0",
    ]
    #expect(cameras(calls, [device(4, links: links)]).first?.id == "usb-Maker_Cam_123-video-index0")
    #expect(cameras(calls, [device(4, links: [links[1]])]).first?.id == "pci-0-usb-1-video-index0")
    // Two of a kind without serial numbers share a link.
    let twins = cameras(
      calls,
      [device(0, links: links), device(2, links: [links[0], "/dev/v4l/by-path/pci-0-usb-2-video-index0"])])
    #expect(twins.map(\.id) == ["pci-0-usb-1-video-index0", "pci-0-usb-2-video-index0"])
  }

  @Test func aForbiddenCameraIsListedWithTheReason() throws {
    let calls = ScriptedCalls(kinds: kinds, failures: [.open: [EACCES]])
    let camera = try #require(cameras(calls).first)
    #expect(camera.problem?.code == .deviceNotPermitted && camera.name == "Camera 0")
    #expect(camera.problem?.advice.contains("group video") == true)
    #expect(cameras(ScriptedCalls(kinds: kinds, failures: [.open: [ENODEV]])).isEmpty)
  }
}
