internal import RetakeMedia

extension ScreenBuilder {
  mutating func savedScreen() {
    let place = savedPlace
    // The picture shrinks to its place, the check follows.
    let share = Float(Motion.out(progress(since: state.since, for: 0.32)))
    let target = rect(place)
    let screen = wholeScreen
    func between(_ from: Float, _ to: Float) -> Float { from + (to - from) * share }
    let now = ScreenRect(
      x: between(screen.x, target.x), y: between(screen.y, target.y),
      width: between(screen.width, target.width),
      height: between(screen.height, target.height))
    if state.player.isLoaded {
      picture(.take, in: now, radius: 3 * share, gravity: .fill)
    } else {
      panel(place, radius: 3, .solid(.coal))
    }
    let check = Float(Motion.out(progress(since: state.since + MediaTime(seconds: 0.2), for: 0.20)))
    disc(place.centerX, place.maxY, radius: 6.4 * check, .ink)
    disc(place.centerX, place.maxY, radius: 5.6 * check, .keep)
    if check > 0.5 { icon(.save, place.centerX, place.maxY, size: 6.6 * check, .ink) }
    entering(since: state.since, from: 2) { builder in
      builder.savedWords(below: place)
      builder.savedActions()
    }
  }

  private var savedPlace: Box {
    let picture: (width: Float, height: Float) = isPortrait ? (76, 42.75) : (64, 36)
    // In landscape as if the screen were 100 high, in its middle; upright a third down.
    let top = isPortrait ? height * 0.2 : 17 + (height - 100) / 2
    return Box(centerX - picture.width / 2, top, picture.width, picture.height)
  }

  private mutating func savedWords(below place: Box) {
    let part = Box(4, place.maxY + 6, width - 8, 18)
    let title = fitted(.display(8), strings[.saved], width: part.width)
    text(strings[.saved], title, .white, x: centerX, baseline: place.maxY + 15.5, .center, part: part)
    let line = fitted(.text(3.6, .medium), strings[.savedLine], width: part.width)
    text(strings[.savedLine], line, .mist, x: centerX, baseline: place.maxY + 21.6, .center, part: part)
  }

  private mutating func savedActions() {
    let undo = PillLook(icon: .undo, word: strings[.undo], material: .smoke, content: .white)
    // Another take needs a camera; touched, it says so.
    let isOffered = state.camera.isLive
    let again = PillLook(
      icon: .record, word: strings[.newRecording], material: isOffered ? .solid(.white) : .smoke,
      content: isOffered ? .ink : .fog, iconColor: isOffered ? .tally : .fog)
    let high: Float = 13
    let undoWidth = pillWidth(undo, height: high)
    if isPortrait {
      pill(.newRecording, Box(4, hand - 20, width - 8, 16), again)
      let box = Box(4, hand - 35.4, max(undoWidth, 44.8), high)
      pill(.undo, box, undo)
      return backToStart(from: box.maxX + 2.4, to: width - 4, y: box.centerY)
    }
    let y = hand - 17
    let againWidth = pillWidth(again, height: high)
    pill(.undo, Box(4, y, undoWidth, high), undo)
    pill(.newRecording, Box(width - 4 - againWidth, y, againWidth, high), again)
    backToStart(from: 4 + undoWidth + 2.4, to: width - 4 - againWidth - 2.4, y: y + high / 2)
  }

  /// The seconds until the kiosk is ready for somebody else.
  private mutating func backToStart(from start: Float, to end: Float, y: Float) {
    let since = max(state.lastInput, state.since)
    let span = KioskState.Times.savedIdle
    let left = min(max(span - (now - since).seconds, 0), span)
    let number = Int(left.rounded(.up))
    let words = strings[.backToStart]
    let font = fitted(.text(3.4, .medium), words, width: end - start - 9.1)
    // An optional part: the ring alone says it, too.
    let showsWords = textWidth(words, font) <= end - start - 9.1
    let content = 7.2 + (showsWords ? 1.9 + textWidth(words, font) : 0)
    let x = (start + end) / 2 - content / 2
    let ringX = x + 3.6
    ring(ringX, y, radius: 3.6, width: 0.7, .white.faded(0.25))
    if settings.reducedMotion {
      changes(at: since + MediaTime(seconds: span - Double(number - 1)))
    } else {
      list.isAnimating = true
    }
    let share = (settings.reducedMotion ? Double(number) : left) / span
    arc(ringX, y, radius: 3.6, width: 0.7, sweep: share, .white)
    let mark = Box(centerX: ringX, centerY: y, diameter: 7.2)
    text(
      strings.localized(String(number)), .text(3), .white, x: ringX, centerY: y, .center, inCells: true,
      part: mark)
    guard showsWords else { return }
    text(words, font, .mist, x: x + 9.1, centerY: y, part: Box(start, y - 4, end - start, 8))
  }
}
