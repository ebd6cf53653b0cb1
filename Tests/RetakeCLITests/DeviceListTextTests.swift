import RetakeCLI
import RetakeMedia
import Testing

@testable import RetakeBooth

/// What `retake devices` prints for a person.
@Suite struct DeviceListTextTests {
  /// Kinds of pictures, each in sizes with their highest rates.
  private static func camera(
    _ id: String, node: String?, kinds: [String],
    sizes: [(Int, Int, Double)] = [(640, 480, 30), (320, 240, 30)],
    unread: [String] = [], controls: [String] = []
  ) -> CameraEntry {
    let formats = (kinds + unread).flatMap { kind in
      sizes.map { width, height, rate in
        CameraEntry.PictureFormat(
          format: kind.lowercased(), fourcc: kind, width: width, height: height, rate: rate, rates: [rate],
          supported: !unread.contains(kind))
      }
    }
    var entry = CameraEntry(
      id: id, name: "HD Webcam", node: node, position: "unspecified", formats: formats,
      controls: controls.map {
        CameraEntry.Control(
          name: $0, type: "integer", value: 1, min: 0, max: 9, step: 1, default: 1, active: true,
          isReadOnly: false)
      })
    if let last = kinds.last, let size = sizes.first {
      entry.choice = CameraEntry.Choice(
        format: last.lowercased(), fourcc: last, width: size.0, height: size.1, rate: size.2,
        reason: "\(size.0)x\(size.1) at 30 frames a second in \(last): the largest size up to 1920x1080")
    }
    return entry
  }

  private static let webcam = camera(
    "usb-046d_HD_Pro_Webcam_C920_1234ABCD-video-index0", node: "/dev/video0",
    kinds: ["YUYV", "NV12", "MJPG"],
    sizes: [(1280, 720, 10), (160, 90, 30), (640, 480, 30), (320, 240, 30), (1920, 1080, 5)],
    unread: ["XR12"], controls: (1...30).map { "control_\($0)" })

  private func text(_ cameras: [CameraEntry], _ microphones: [DeviceList.Microphone] = [], width: Int = 80)
    -> String
  {
    DeviceListText(
      DeviceList(cameras: cameras, microphones: microphones, encoders: [], missingEncoders: []), width: width
    ).text
  }

  @Test func theChoiceComesFirstAndWhatIsTheSameIsSaidOnce() {
    let lines = text([Self.webcam], width: 120).split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(5)) == [
        "Cameras (--camera):",
        "  usb-046d_HD_Pro_Webcam_C920_1234ABCD-video-index0  HD Webcam (/dev/video0)",
        "    set to    1280x720 at 30 frames a second in MJPG: the largest size up to 1920x1080",
        "    offers    MJPG YUYV NV12: 160x90 320x240 640x480 @30, 1280x720 @10, 1920x1080 @5",
        "    not read  1 kind of pictures that Retake has no use for (--json lists them)",
      ])
    #expect(lines.contains { $0.hasPrefix("    controls  control_1 control_2 ") })
    #expect(lines.contains { $0.hasSuffix("control_24 and 6 more (--json lists them)") })
  }

  @Test func aTwinIsToldByTheOtherOnesName() {
    var twin = Self.webcam
    (twin.id, twin.node) = ("twin", "/dev/video2")
    let text = text([Self.webcam, twin])
    #expect(text.contains("\n    set to    the same as usb-046d_"))
    #expect(text.contains("\n    controls  the same as usb-046d_"))
    #expect(text.split(separator: "\n").count { $0.hasPrefix("    offers ") } == 1)
    twin.formats.removeFirst()
    #expect(self.text([Self.webcam, twin]).split(separator: "\n").count { $0.hasPrefix("    offers ") } == 3)
  }

  @Test func kindsOfOtherSizesHaveALineOfTheirOwn() {
    var camera = Self.camera("c", node: "/dev/video0", kinds: ["YUYV"])
    camera.formats += Self.camera("", node: nil, kinds: ["MJPG"], sizes: [(1920, 1080, 30)]).formats
    let lines = text([camera]).split(separator: "\n")
    #expect(lines.contains("    offers    YUYV: 320x240 640x480 @30"))
    #expect(lines.contains("    offers    MJPG: 1920x1080 @30"))
  }

  @Test func aMicrophoneTellsItsChannelsAndRates() {
    var microphone = DeviceList.Microphone(
      id: "alsa:C920,0", name: "Webcam",
      formats: [(16_000, 1), (44_100, 1), (16_000, 2), (44_100, 2), (16_000, 8)].map {
        DeviceList.SoundFormat(rate: $0, channels: $1)
      }, node: "hw:1,0", sampleFormats: ["S16_LE"])
    let lines = text([], [microphone]).split(separator: "\n")
    #expect(lines.contains("  alsa:C920,0  Webcam (hw:1,0)"))
    #expect(lines.contains("    offers    mono to stereo @16 44.1 kHz"))
    #expect(lines.contains("    offers    8 channels @16 kHz"))
    #expect(lines.contains("    samples   S16_LE"))
    (microphone.formats, microphone.sampleFormats, microphone.problem) = (
      [], [], "microphone 'Webcam' is in use"
    )
    #expect(text([], [microphone]).contains("\n    problem   microphone 'Webcam' is in use\n"))
  }

  @Test(arguments: [80, 120])
  func noLineIsLongerThanTheTerminal(_ width: Int) {
    let kinds = (10...60).map { "K\($0)X" }
    let cameras = [Self.webcam, Self.camera("many", node: "/dev/video1", kinds: kinds, unread: ["ABCD"])]
    for line in text(cameras, width: width).split(separator: "\n") {
      #expect(line.count <= width && !line.hasSuffix(" "), "\(line)")
    }
  }
}
