import Foundation
import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import RetakeRuntime

enum SampleScreens {
  static func scene() -> VideoFrame {
    if let path = ProcessInfo.processInfo.environment["RETAKE_TEST_SCENE"],
      let bytes = FileManager.default.contents(atPath: path)
    {
      return TestFrames.frame(.yuv420p, width: 1280, height: 720, color: .jpeg) { plane, x, y in
        let offset = plane == 0 ? y * 1280 + x : 1280 * 720 + (plane - 1) * 640 * 360 + y * 640 + x
        return bytes[offset]
      }
    }
    return TestFrames.frame(.yuv420p, width: 1280, height: 720, color: .jpeg) { plane, x, y in
      plane == 0 ? UInt8((x / 5) % 256) : 128
    }
  }

  static func ready(width: Float, height: Float, unit: Float) throws -> [DrawCommand] {
    func r(_ x: Float) -> Float { (x * unit).rounded() }
    func rect(_ x: Float, _ y: Float, _ w: Float, _ h: Float) -> ScreenRect {
      ScreenRect(x: r(x), y: r(y), width: r(w), height: r(h))
    }
    func text(
      _ string: String, _ style: TextStyle, _ color: Color, x: Float, y: Float,
      _ alignment: TextCommand.Alignment, cells: Bool = false
    ) -> DrawCommand {
      .text(
        TextCommand(
          string, style: style, color: color, anchor: ScreenPoint(x: x, y: y), alignment: alignment,
          inCells: cells, part: ScreenRect(x: 0, y: 0, width: width, height: height)))
    }
    let screen = ScreenRect(x: 0, y: 0, width: width, height: height)
    let center = ScreenPoint(x: width / 2, y: r(82.5))
    let semibold = TextStyle(.text, .semibold, size: 3.2 * unit)
    var commands: [DrawCommand] = [
      .picture(.preview, rect: screen, radius: 0, gravity: .fill, mirrored: true, alpha: 1),
      .backdrop(
        Backdrop(scrims: [.init(.normal, edge: .bottom, height: r(42), tail: 0, peak: 0.84)]), alpha: 1),
      .panel(rect(51, 4, 75.8, 9), radius: r(4.5), corners: .all, .smoke, alpha: 1),
      text(
        "How did you meet the couple?", TextStyle(.text, .semibold, size: 3.8 * unit), .white, x: r(55),
        y: r(8.5 + 0.364 * 3.8), .left),
      .disc(center: ScreenPoint(x: r(122.3), y: r(8.5)), radius: r(3.5), .white.faded(0.16)),
      .icon(.next, ScreenRect(center: ScreenPoint(x: r(122.3), y: r(8.5)), diameter: r(3.8)), .white),
      .panel(rect(150.8, 4.5, 23, 8), radius: r(4), corners: .all, .smoke, alpha: 1),
      .icon(.microphone, ScreenRect(center: ScreenPoint(x: r(155.8), y: r(8.5)), diameter: r(4.4)), .white),
      .disc(center: center, radius: r(10), .ink.faded(0.45)),
      .ring(center: center, radius: 10.2 * unit, width: 0.4 * unit, .ink.faded(0.35)),
      .ring(center: center, radius: 9.4 * unit, width: 1.2 * unit, .white),
      .disc(center: center, radius: 7.6 * unit, .tally),
      text(
        "Touch to record", TextStyle(.text, .semibold, size: 3.4 * unit), .white, x: width / 2, y: r(97),
        .center),
      .panel(rect(4, 84, 55.2, 12), radius: r(3.6), corners: .all, .smoke, alpha: 1),
      .panel(rect(4.8, 84.8, 13.4, 10.4), radius: r(2.8), corners: .all, .solid(.white), alpha: 1),
      .disc(center: ScreenPoint(x: r(146.8), y: r(90)), radius: r(6), .ink.faded(0.6)),
      .panel(
        ScreenRect(center: ScreenPoint(x: r(146.8), y: r(90)), diameter: r(12)), radius: r(6), corners: .all,
        .haze, alpha: 1),
      .icon(
        .switchCamera, ScreenRect(center: ScreenPoint(x: r(146.8), y: r(90)), diameter: r(6)), .white),
      .picture(
        .take, rect: rect(155.8, 84, 18, 12), radius: r(2.4), gravity: .fill, mirrored: false, alpha: 1),
      .outline(rect(155.8, 84, 18, 12), radius: r(2.4), width: 0.5 * unit, .white),
    ]
    for (index, name) in ["Video", "Photo", "Live", "Strip"].enumerated() {
      let icon: Icon = [.video, .photo, .live, .strip][index]
      let x = r(4.8 + 13.4 * Float(index) + 6.7)
      let color: Color = index == 0 ? .ink : .white
      commands.append(.icon(icon, ScreenRect(center: ScreenPoint(x: x, y: r(88.5)), diameter: r(5)), color))
      commands.append(text(name, semibold, color, x: x, y: r(93.9), .center))
    }
    for bar in 0..<10 {
      commands.append(
        .fill(
          rect(159.3 + 1.28 * Float(bar), 6.9, 0.8, 3.2), bar < 6 ? .white : .white.faded(0.25)))
    }
    return commands
  }
}
