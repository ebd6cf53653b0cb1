import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import Testing

/// Materials, masks, arcs, icons and text, by the pixels that come out of SDL's own renderer.
@MainActor @Suite(.serialized)
struct PaintTests {
  private let screen = ScreenRect(x: 0, y: 0, width: 320, height: 180)
  private let center = ScreenPoint(x: 160, y: 90)

  /// `color` over another, straight sRGB.
  private func over(_ color: Color, _ below: [Int]) -> [Int] {
    let channels = [color.red, color.green, color.blue]
    return zip(channels, below).map { upper, below in
      Int((Float(upper) * color.alpha + Float(below) * (1 - color.alpha)).rounded())
    }
  }

  @Test(arguments: [Material.smoke, .denseSmoke, .haze, .card, .dialog, .solid(.keep)])
  func materialsOverWhite(material: Material) throws {
    let panel = ScreenRect(x: 40, y: 40, width: 200, height: 80)
    let picture = try TestStage.picture([
      .fill(screen, .white), .panel(panel, radius: 20, corners: .all, material, alpha: 1),
    ])
    let inside = over(material.fill, [255, 255, 255])
    #expect(near(picture.rgb(140, 80), inside))
    // The hairline is one px wide here, inside the edge. SDL rounds each blending down.
    let edge = material.hairline.map { over($0, inside) } ?? inside
    #expect(near(picture.rgb(140, 40), edge, 3))
    #expect(near(picture.rgb(140, 119), edge, 3))
    #expect(near(picture.rgb(40, 80), edge, 3))
    #expect(near(picture.rgb(239, 80), edge, 3))
    #expect(near(picture.rgb(140, 41), inside))
    // Outside and beyond the round corner nothing is touched.
    #expect(picture.rgb(140, 39) == [255, 255, 255])
    #expect(picture.rgb(41, 41) == [255, 255, 255])
    #expect(picture.rgb(238, 118) == [255, 255, 255])
  }

  @Test func aPanelFades() throws {
    let picture = try TestStage.picture([
      .fill(screen, .white), .panel(screen, radius: 10, corners: .all, .solid(.ink), alpha: 0.5),
    ])
    #expect(near(picture.rgb(160, 90), over(Color.ink.faded(0.5), [255, 255, 255])))
  }

  @Test func cornersOfHalfAPill() throws {
    let panel = ScreenRect(x: 40, y: 40, width: 100, height: 60)
    let picture = try TestStage.picture([
      .fill(screen, .ink), .panel(panel, radius: 30, corners: .left, .solid(.tally), alpha: 1),
    ])
    #expect(near(picture.rgb(42, 42), [0x0B, 0x0B, 0x0E]))
    #expect(near(picture.rgb(137, 42), [0xE0, 0x21, 0x2D]))
  }

  @Test func theScrimFollowsItsStops() throws {
    let scrim = Backdrop.Scrim(.normal, edge: .bottom, height: 100, tail: 0, peak: 0.84)
    let backdrop = Backdrop(wash: 0.1, scrims: [scrim])
    let picture = try TestStage.picture([.fill(screen, .white), .backdrop(backdrop, alpha: 1)])
    for y in [0, 60, 100, 120, 150, 179] {
      let alpha = backdrop.alpha(atY: Float(y) + 0.5, height: 180)
      #expect(near(picture.rgb(10, y), over(Color.ink.faded(alpha), [255, 255, 255])), "row \(y)")
      #expect(picture.rgb(10, y) == picture.rgb(309, y))
    }
  }

  @Test func aDiscCoversItsArea() throws {
    let radius: Float = 30.3
    let picture = try TestStage.picture([
      .fill(screen, Color(0)), .disc(center: center, radius: radius, .white),
    ])
    let covered = picture.pixels.reduce(0.0) { $0 + Double($1 & 255) / 255 }
    let area = Double(radius * radius) * .pi
    #expect(abs(covered - area) < area * 0.01)
    #expect(picture.rgb(160, 90) == [255, 255, 255])
    #expect(picture.rgb(160 - 32, 90) == [0, 0, 0])
    // Even all round: what lies mirrored looks the same.
    for step in 0..<32 { #expect(picture.rgb(159 - step, 75) == picture.rgb(160 + step, 75)) }
  }

  @Test func aRingHasItsWidth() throws {
    let picture = try TestStage.picture([
      .fill(screen, Color(0)), .ring(center: center, radius: 40, width: 6, .white),
    ])
    let row = (0..<320).map { Double(picture.rgb($0, 90)[0]) / 255 }
    #expect(abs(row[100..<160].reduce(0, +) - 6) < 0.2)
    #expect(picture.rgb(160, 90) == [0, 0, 0])
  }

  @Test func anArcStartsAtTwelveAndGoesClockwise() throws {
    let picture = try TestStage.picture([
      .fill(screen, Color(0)), .arc(center: center, radius: 40, width: 8, from: 0, sweep: 0.25, .white),
    ])
    let corner = Int((40 * 0.7071).rounded())
    #expect(picture.rgb(160 + corner, 90 - corner) == [255, 255, 255])
    #expect(picture.rgb(160 - corner, 90 - corner) == [0, 0, 0])
    #expect(picture.rgb(160 + corner, 90 + corner) == [0, 0, 0])
    // Round ends reach half the width beyond, and no further.
    #expect(picture.rgb(157, 50) == [255, 255, 255])
    #expect(picture.rgb(154, 50) == [0, 0, 0])
    #expect(picture.rgb(200, 92) == [255, 255, 255])
    // Quarter of the ring and one disc of its ends.
    let covered = picture.pixels.reduce(0.0) { $0 + Double($1 & 255) / 255 }
    let area = 2 * Double.pi * 40 * 8 / 4 + Double.pi * 16
    #expect(abs(covered - area) < area * 0.03)
  }

  @Test(arguments: [Float(0.1), 0.5, 0.7, 1])
  func aWedgeCoversItsShare(sweep: Float) throws {
    let picture = try TestStage.picture([
      .fill(screen, Color(0)), .wedge(center: center, radius: 50, from: 0, sweep: sweep, .white),
    ])
    let covered = picture.pixels.reduce(0.0) { $0 + Double($1 & 255) / 255 }
    let area = Double.pi * 2500 * Double(sweep)
    #expect(abs(covered - area) < 40 + area * 0.01)
  }

  @Test func everyIconIsThere() throws {
    for icon in Icon.allCases {
      let picture = try TestStage.picture(
        width: 64, height: 64,
        [
          .icon(icon, ScreenRect(x: 8, y: 8, width: 48, height: 48), .rose)
        ])
      let tinted = picture.pixels.count { $0 & 0xFFFFFF == 0xFFA39C }
      #expect(tinted > 40, "\(icon)")
      #expect(picture.rgb(2, 2) == [0x0B, 0x0B, 0x0E])
    }
  }

  @Test func aTriangleIsFilled() throws {
    let picture = try TestStage.picture([
      .triangle(
        ScreenPoint(x: 100, y: 50), ScreenPoint(x: 140, y: 50), ScreenPoint(x: 120, y: 80), .white)
    ])
    #expect(picture.rgb(120, 60) == [255, 255, 255])
    #expect(near(picture.rgb(103, 75), [0x0B, 0x0B, 0x0E]))
  }

  /// A turned scene is the upright one, turned: whatever was drawn.
  @Test(arguments: [Turn.quarter, .half, .threeQuarters])
  func aTurnedSceneIsTheSameScene(turn: Turn) throws {
    let commands: [DrawCommand] = [
      .fill(screen, .white),
      .backdrop(
        Backdrop(scrims: [.init(.deep, edge: .bottom, height: 60, tail: 4, peak: 0.8)]), alpha: 1),
      .panel(ScreenRect(x: 10, y: 8, width: 90, height: 30), radius: 15, corners: .left, .smoke, alpha: 1),
      .arc(center: center, radius: 30, width: 5, from: 0.1, sweep: 0.4, .tally),
      .icon(.save, ScreenRect(x: 200, y: 20, width: 40, height: 40), .ink),
      .text(
        TextCommand(
          "Save", style: TextStyle(.text, .semibold, size: 20), color: .white,
          anchor: ScreenPoint(x: 20, y: 30), alignment: .left, part: screen)),
    ]
    let upright = try TestStage.picture(commands)
    let size = turn.placed(width: 320, height: 180)
    let turned = try TestStage.picture(width: size.width, height: size.height, turn: turn, commands)
    var differing = 0
    for y in 0..<180 {
      for x in 0..<320 {
        let place: (Int, Int) =
          switch turn {
          case .none: (x, y)
          case .quarter: (179 - y, x)
          case .half: (319 - x, 179 - y)
          case .threeQuarters: (y, 319 - x)
          }
        if !near(upright.rgb(x, y), turned.rgb(place.0, place.1), 24) { differing += 1 }
      }
    }
    #expect(differing < 20)
  }
}
