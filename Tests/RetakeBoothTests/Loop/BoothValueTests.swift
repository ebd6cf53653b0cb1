import Foundation
import Retake
import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import RetakeRemote
import Testing

@testable import RetakeBooth

/// What the loop knows and shows, without a window.
@Suite struct BoothValueTests {
  /// The checkout's own assets.
  private static let assets = AssetLocator(
    folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "assets").path)

  @Test func wordsAreFoundByTheNearestTag() throws {
    let table = try StringTable(Self.assets)
    #expect(table.best(for: "de-AT") == "de")
    #expect(table.best(for: "DE") == "de")
    #expect(table.best(for: "tlh-Latn") == "en")
    #expect(table["de"][.save] != table["en"][.save])
    #expect(table.choices.first == LanguageChoice(tag: "en", name: "English"))
    #expect(table.choices.contains(LanguageChoice(tag: "de", name: "Deutsch")))
  }

  @Test func missingWordsAreAnError() throws {
    try withFolder { folder in
      #expect(throws: RetakeError.self) { try StringTable(AssetLocator(folder: folder.path)) }
      try folder.write("{ \"save\": 3 }", to: "strings/en.json")
      #expect(throws: RetakeError.self) { try StringTable(AssetLocator(folder: folder.path)) }
    }
  }

  @Test func aContactSheetHasAllPicturesAtHalfTheirSize() throws {
    var picture = Bitmap(width: 4, height: 2)
    for index in picture.pixels.indices { picture.pixels[index] = index % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
    let sheet = try #require(ContactSheet.of([picture, picture, picture, picture]))
    #expect(sheet.width == 3 * (2 + 8) + 8)
    #expect(sheet.height == 2 * (1 + 8) + 8)
    #expect(sheet[8, 8] == 0xFF80_8080)
    #expect(sheet[8, 17] == 0xFF80_8080)
    #expect(sheet[18, 17] == sheet[0, 0])
    #expect(ContactSheet.of([]) == nil)
  }

  @Test func statisticsTellWhatWasMeasured() {
    func at(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }
    var statistics = BoothStatistics(started: at(10))
    #expect(statistics.report(at: at(10)).latency == nil)
    statistics.previewShown(taken: at(10.19), at: at(10.2))
    statistics.previewShown(taken: at(11.98), at: at(12))
    statistics.previewSkipped()
    statistics.stopped(at: at(12))
    statistics.stopped(at: at(12.05))
    statistics.takeShown(at: at(12.08))
    statistics.seekBegan(4, at: at(13))
    statistics.seekBegan(5, at: at(13.01))
    statistics.seekEnded(5, at: at(13.03))
    statistics.recorded(.init(encoded: 90, dropped: 1))
    let report = statistics.report(at: at(12.5))
    #expect(report.shown == 2 && report.encoded == 90 && report.dropped.preview == 1)
    #expect(report.dropped.record == 1)
    #expect(report.fps == 1)
    #expect(report.start.map { abs($0 - 200) < 0.001 } == true)
    #expect(report.stopToReview.map { abs($0 - 80) < 0.001 } == true)
    #expect(report.latency.map { abs($0.maximum - 20) < 0.001 } == true)
    #expect(report.seek.map { abs($0.maximum - 20) < 0.001 } == true)
    #expect(report.rss > 0)
  }

  @Test func aCardThatIsReadIsNotTheReviewsDelay() {
    func at(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }
    var statistics = BoothStatistics(started: .zero)
    statistics.stopped(at: at(10))
    statistics.entered(.interrupted, from: .finishing, hasPicture: true, at: at(10.1))
    // It is on the screen under the card, too.
    statistics.takeShown(at: at(10.2))
    #expect(statistics.report(at: at(11)).stopToReview == nil)
    statistics.entered(.review, from: .interrupted, hasPicture: true, at: at(15))
    statistics.takeShown(at: at(15.03))
    #expect(statistics.report(at: at(16)).stopToReview.map { abs($0 - 30) < 0.001 } == true)
    // Nothing is waited for where there is no picture.
    statistics.stopped(at: at(20))
    statistics.entered(.review, from: .finishing, hasPicture: false, at: at(20.1))
    statistics.takeShown(at: at(25))
    #expect(statistics.report(at: at(26)).stopToReview.map { abs($0 - 30) < 0.001 } == true)
  }

  @Test func eachVisitIsImaginedToItsEnd() {
    var state = KioskState(settings: KioskSettings(), now: .zero)
    state = reduce(state, KioskEvent(.previewStarted(isTest: true), at: MediaTime(seconds: 1))).0
    let phases = ImaginedVisit.allCases.map { $0.state(after: state).phase }
    #expect(phases == [.ready, .countdown, .recording, .review, .saved, .ready, .interrupted])
    // The tour imagines what may go wrong when its take is saved.
    let saved = ImaginedVisit.saved.state(after: state)
    #expect(ImaginedVisit.lostInReady.state(after: saved).camera == .missing(.unplugged))
    #expect(ImaginedVisit.lostInTake.state(after: saved).phase == .interrupted)
  }

  @Test func aConfigSaysHowTakesAreMade() throws {
    var config = Config()
    #expect(try MovieFileSettings(config, usualLimit: 300).maxRecordedDuration == MediaTime(seconds: 300))
    config.maxDuration = 0
    #expect(try MovieFileSettings(config, usualLimit: 300).maxRecordedDuration == nil)
    config.maxSize = 1000
    #expect(try MovieFileSettings(config, usualLimit: nil).maxRecordedFileSize == 1000)
    config.preRoll = 1.5
    #expect(try MovieFileSettings(config, usualLimit: nil).preRollDuration == MediaTime(seconds: 1.5))
    config.codec = .copy
    #expect(try MovieFileSettings(config, usualLimit: nil).isPassthrough)
    // Nothing is encoded then, so an encoder makes no sense.
    config.encoder.name = "libx264"
    let error = #expect(throws: RetakeError.self) { try MovieFileSettings(config, usualLimit: nil) }
    #expect(error?.code == .invalidArgument)
  }
}
