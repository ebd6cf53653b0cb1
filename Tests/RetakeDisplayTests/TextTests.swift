@testable import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import Testing

/// Text as it is measured and as it comes out.
@MainActor @Suite(.serialized)
struct TextTests {
  private let style = TextStyle(.text, .semibold, size: 30)

  /// Left, right, top and bottom of what is brighter than the ground.
  private func bounds(_ bitmap: Bitmap) -> (left: Int, right: Int, top: Int, bottom: Int)? {
    var box: (left: Int, right: Int, top: Int, bottom: Int)?
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where bitmap.rgb(x, y)[0] > 100 {
        let old = box ?? (x, x, y, y)
        box = (min(old.left, x), max(old.right, x), min(old.top, y), max(old.bottom, y))
      }
    }
    return box
  }

  private func text(
    _ string: String, _ alignment: TextCommand.Alignment = .left, inCells: Bool = false, scale: Float = 1,
    x: Float = 100
  ) -> DrawCommand {
    .text(
      TextCommand(
        string, style: style, color: .white, anchor: ScreenPoint(x: x, y: 80), alignment: alignment,
        inCells: inCells, scale: scale, part: ScreenRect(x: 0, y: 0, width: 320, height: 180)))
  }

  @Test func capitalsStandOnTheBaselineAndAreCentredByTheirHeight() throws {
    let box = try #require(bounds(try TestStage.picture([text("HEH")])))
    #expect(abs(box.bottom - 79) <= 1)
    // Cap height is .728 em.
    #expect(abs(Double(box.bottom - box.top + 1) - 0.728 * 30) < 1.5)
    #expect(abs(box.left - 102) <= 2)
  }

  @Test func alignmentsMeetTheirAnchor() throws {
    let left = try #require(bounds(try TestStage.picture([text("Hannah", .left, x: 20)])))
    let right = try #require(bounds(try TestStage.picture([text("Hannah", .right, x: 300)])))
    let middle = try #require(bounds(try TestStage.picture([text("Hannah", .center, x: 160)])))
    #expect(abs(left.left - 20) < 5)
    #expect(abs(right.right - 300) < 5)
    #expect(abs((middle.left + middle.right) / 2 - 160) <= 2)
  }

  @Test func timesKeepTheirPlace() throws {
    try TestStage.run { _, painter in
      let widths = ["0:00", "1:11", "4:44", "8:58"].map { painter.cellWidth(of: $0, style: style) }
      #expect(widths.allSatisfy { $0 == widths[0] })
      // LOOK's figure for the widest digit of Inter SemiBold.
      let digit = (painter.cellWidth(of: "00", style: style)) / 2 / style.size
      #expect(abs(digit - 0.667) < 0.03)
    }
    // The last digit changes, all others stay where they are.
    let first = try TestStage.picture([text("0:11", inCells: true, x: 60)])
    let second = try TestStage.picture([text("0:14", inCells: true, x: 60)])
    let rows = 40..<100
    let changed = (0..<320).filter { x in rows.contains { first.rgb(x, $0) != second.rgb(x, $0) } }
    let end = try #require(bounds(second))
    #expect(try #require(changed.first) > end.right - 24)
  }

  @Test func scaledTextGrowsRoundItsMiddle() throws {
    let plain = try #require(bounds(try TestStage.picture([text("HEH", .center, x: 160)])))
    let large = try #require(bounds(try TestStage.picture([text("HEH", .center, scale: 1.5, x: 160)])))
    #expect(abs((plain.left + plain.right) - (large.left + large.right)) <= 3)
    #expect(abs((plain.top + plain.bottom) - (large.top + large.bottom)) <= 3)
    #expect(large.right - large.left > (plain.right - plain.left) * 14 / 10)
  }

  /// Each script finds a font: a missing glyph would be the same box for all.
  @Test(arguments: ["Grüße", "Привет", "Καλημέρα", "مرحبا", "नमस्ते", "こんにちは", "你好", "안녕하세요"])
  func everyScriptIsDrawn(word: String) throws {
    let drawn = try TestStage.picture([text(word)])
    let box = try #require(bounds(drawn))
    #expect(box.right - box.left > 30)
    let boxes = try TestStage.picture([text(String(repeating: "\u{F0000}", count: word.count))])
    #expect(drawn != boxes)
    try TestStage.run { _, painter in
      #expect(painter.width(of: word, style: style) > 20)
    }
  }

  @Test func rightToLeftRunsAreTurnedRound() throws {
    // The Latin word stands right of the Arabic one where the line begins in Latin.
    let mixed = try TestStage.picture([text("AAA مرحبا", x: 20)])
    let latin = try TestStage.picture([text("AAA", x: 20)])
    let end = try #require(bounds(latin)).right
    #expect((20...end - 2).allSatisfy { x in (50..<80).allSatisfy { mixed.rgb(x, $0) == latin.rgb(x, $0) } })
    #expect(try #require(bounds(mixed)).right > end + 20)
  }

  @Test func whatIsMeasuredIsWhatIsDrawn() throws {
    let words = "Handle with care"
    let box = try #require(bounds(try TestStage.picture([text(words, x: 20)])))
    try TestStage.run { _, painter in
      let width = painter.width(of: words, style: style)
      #expect(abs(Float(box.right - box.left) - width) < 8)
    }
  }

  @Test func nothingIsNothing() throws {
    #expect(bounds(try TestStage.picture([text(""), text("   ")])) == nil)
  }

  /// What stands from left to right: L, R for letters, 1 for digits, by run.
  private func order(_ line: String, isRightToLeft: Bool) -> [String] {
    TextRun.runs(of: line, isRightToLeft: isRightToLeft) { _, _ in 0 }.map(\.text)
  }

  @Test func runsStandInTheOrderOfUnicode() {
    #expect(order("abc def", isRightToLeft: false) == ["abc def"])
    #expect(order("abc אבג def", isRightToLeft: false) == ["abc ", "אבג", " def"])
    #expect(order("abc אבג def", isRightToLeft: true) == ["def", " אבג ", "abc"])
    // A number inside right-to-left text stays there, and its digits keep their order.
    #expect(order("אבג 123 דהו", isRightToLeft: true) == [" דהו", "123", "אבג "])
    #expect(order("אבג 123 דהו", isRightToLeft: false) == [" דהו", "123", "אבג "])
    #expect(order("אבג 0:19", isRightToLeft: true) == ["0:19", "אבג "])
    #expect(order("Retake אבג", isRightToLeft: true) == [" אבג", "Retake"])
    #expect(order("", isRightToLeft: true) == [])
  }
}
