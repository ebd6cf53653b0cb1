internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Draws the kiosk's screens, and only when something on them has changed. First thread.
final class Stage {
  /// What was on the screen when it was drawn last.
  struct Shown {
    var hasPreview = false
    var hasTake = false
    var hasDiscarded = false
  }

  /// While a camera's picture is on the screen what moves waits for the next one, at most this long: drawing
  /// everything a second time for a pulse would cost a processor as much again.
  private static let previewPatience = MediaTime(seconds: 0.045)
  /// What moves by itself is drawn this often where no graphics processor helps.
  private static let softwarePeriod = MediaTime(seconds: 1.0 / 30)

  let display: DisplayContext
  let painter: Painter
  /// What is on the screen, and where it can be touched.
  private(set) var list: DisplayList
  private(set) var shown = Shown()
  /// Something on the screen is not as it should be.
  private(set) var isDirty = true
  private var drawn: MediaTime
  private let refreshPeriod: MediaTime
  private let isSoftware: Bool

  init(_ display: DisplayContext, assets: AssetLocator) {
    self.display = display
    painter = Painter(display, assets: assets)
    list = DisplayList(size: display.size, unit: 1)
    drawn = MonotonicClock.now - MediaTime(seconds: 1)
    refreshPeriod = MediaTime(seconds: 1 / Double(max(display.refreshRate, 24)))
    isSoftware = display.rendererName == "software"
  }

  /// Has everything drawn anew.
  func invalidate() {
    isDirty = true
  }

  /// When to draw next, if nothing else happens; nil for never.
  var deadline: MediaTime? {
    if isDirty { return display.waitsForDisplay ? .zero : drawn + refreshPeriod }
    let period =
      !isSoftware ? refreshPeriod : shown.hasPreview ? Self.previewPatience : Self.softwarePeriod
    let next = list.isAnimating ? drawn + period : nil
    return [next, list.nextChange].compactMap(\.self).min()
  }

  /// Draws the screen of `state` at `now`.
  func draw(
    _ state: KioskState, strings: Strings, live: LiveValues, now: MediaTime,
    pictures: (PictureSource) -> ScreenPicture?
  ) {
    drawn = MonotonicClock.now
    painter.language = state.language
    let context = ScreenContext(size: display.size, strings: strings, measurer: painter, live: live)
    list = screen(state, now: now, context: context)
    var shown = Shown()
    painter.draw(list) { source in
      switch source {
      case .preview: shown.hasPreview = true
      case .take: shown.hasTake = true
      case .discarded: shown.hasDiscarded = true
      case .lastFrame, .takeThumbnail: break
      }
      return pictures(source)
    }
    self.shown = shown
    isDirty = false
  }

  /// What was drawn, as a picture; before `present`.
  func pixels() throws(RetakeError) -> Bitmap {
    do throws(DisplayError) {
      return try display.pixels()
    } catch {
      throw RetakeError(.failed, "\(error)")
    }
  }

  /// Shows it; may wait for the display.
  func present() {
    display.present()
  }
}
