internal import RetakeMedia

// What comes over a screen and goes by itself.
extension ScreenBuilder {
  mutating func toast() {
    guard let toast = state.toast, [.attract, .ready, .review, .saved].contains(state.phase) else { return }
    let life = KioskState.Times.toast
    let left = life - (now - toast.since).seconds
    changes(at: toast.since + MediaTime(seconds: life - 0.16))
    let going = settings.reducedMotion ? 1 : 1 - Float(Motion.in(1 - left / 0.16))
    if left < 0.16 { moves(until: toast.since + MediaTime(seconds: life)) }
    faded(by: going) { builder in
      builder.entering(since: toast.since, from: 3) { $0.toastBox(toast, share: Motion.unit(left / life)) }
    }
  }

  /// Above what the hand zone of the screen holds.
  private var toastY: Float {
    if state.phase == .review {
      return hand - (isPortrait ? 80 : 45) - (state.rateChoices.isEmpty ? 0 : 14)
    }
    // Between the words and the buttons.
    if state.phase == .saved { return hand - (isPortrait ? 50 : 31.4) }
    // Upright it must not reach up to the face, however short the screen.
    return isPortrait ? max(hand - 71.4, height * 0.6 + 0.2) : hand - 30.4
  }

  private mutating func toastBox(_ toast: KioskState.Toast, share: Double) {
    let widest =
      if isPortrait {
        width - 8
      } else {
        switch state.phase {
        case .review: Float(84)
        // The words stand in the middle.
        case .saved: centerX - 26 - 4
        default: centerX - 14 - 4
        }
      }
    switch toast.kind {
    case .discarded: undoToast(widest: widest, share: share)
    case .notice(let notice): noticeToast(words(of: notice), icon: notice.icon, widest: widest)
    case .recovered(let count):
      noticeToast(words(of: count), icon: count.damaged == 0 ? .save : .warning, widest: widest)
    case .kept: noticeToast(strings[.takeKept], icon: .save, widest: widest)
    case .unavailable(let reason):
      noticeToast(strings[reason == .noCamera ? .needsCamera : .cameraChanges], widest: widest)
    }
  }

  private mutating func undoToast(widest: Float, share: Double) {
    let font = Font.text(3.6)
    let words = strings[.takeDiscarded]
    let undoWord = strings[.undo]
    let undoWidth = max(20, 8 + textWidth(undoWord, font) + 2.8)
    // Where words are long the ring goes first, then the icon.
    let ringSpace: Float = 10.4
    let hasIcon = 11 + undoWidth + 1.6 + textWidth(words, font) * Self.smallestShare + 2.4 <= widest
    let start: Float = hasIcon ? 11 : 4.5
    let base = start + undoWidth + 1.6
    let hasRing = base + textWidth(words, font) + ringSpace <= widest
    let rest = widest - base - (hasRing ? ringSpace : 2.4)
    let label = fitted(font, words, width: rest)
    let wide = isPortrait ? widest : base + textWidth(words, label) + (hasRing ? ringSpace : 2.4)
    let box = Box(4, toastY, wide, 12)
    panel(box, radius: 6, .denseSmoke)
    if hasIcon { icon(.discard, box.x + 5.9, box.centerY, size: 4.6, .rose) }
    text(words, label, .white, x: box.x + start, centerY: box.centerY, part: box)
    let undo = Box(box.maxX - 1.6 - undoWidth, box.centerY - 4.4, undoWidth, 8.8)
    if hasRing {
      if settings.reducedMotion {
        changes(at: now + MediaTime(seconds: 1))
      } else {
        list.isAnimating = true
      }
      countRing(undo.x - 5.4, box.centerY, diameter: 4.4, share: share)
    }
    let scale = pressScale(.undo, 0.97)
    pill(undo, .solid(.white), scale: scale)
    if isPressed(.undo) { pill(undo, .solid(.ink.faded(0.14)), scale: scale) }
    icon(.undo, undo.x + 4.6, undo.centerY, size: 4.2, .ink)
    text(undoWord, font, .ink, x: undo.x + 8, centerY: undo.centerY, part: undo)
    target(.undo, undo, radius: 4.4)
  }

  private mutating func noticeToast(_ words: String, icon symbol: Icon = .warning, widest: Float) {
    let space = widest - 11 - 4
    let set = fittedLines(words, .text(3.6), width: space)
    let long = set.lines.map { textWidth($0, set.font) }.max() ?? 0
    let box = Box(4, toastY, isPortrait ? widest : min(11 + long + 4, widest), 12)
    panel(box, radius: 6, .denseSmoke)
    icon(symbol, box.x + 5.9, box.centerY, size: 4.6, symbol == .save ? .white : .amber)
    for (index, line) in set.lines.enumerated() {
      let offset = (Float(index) - Float(set.lines.count - 1) / 2) * set.font.size * 1.35
      text(line, set.font, .white, x: box.x + 11, centerY: box.centerY + offset, part: box)
    }
  }

  private func words(of notice: KioskNotice) -> String {
    switch notice {
    case .tooShort: strings[.noticeTooShort]
    case .noSound: strings[.noticeNoSound]
    case .cameraLost: strings[.noticeCameraLost]
    case .lastSeconds: ""
    case .cameraReduced: strings[.noticeCameraReduced]
    case .cameraKept: strings[.noticeCameraKept]
    case .microphoneLost: strings[.noticeMicrophoneLost]
    case .microphoneBusy: strings[.noticeMicrophoneBusy]
    case .microphoneLocked: strings[.noticeMicrophoneLocked]
    case .clockSet: strings[.noticeClockSet]
    case .saveFailed:
      switch state.saveFault {
      case .storage: strings[.noticeNotSavedFull]
      case .disk: strings[.noticeNotSavedDisk]
      case .diskGone: strings[.noticeNotSavedGone]
      default: strings[state.take == nil ? .noticeNotKept : .noticeSaveFailed]
      }
    case .undoFailed: strings[.noticeUndoFailed]
    case .noAnswer: strings[.noticeNoAnswer]
    }
  }

  private func words(of count: RecoveryCount) -> String {
    func words(_ number: Int, _ one: Strings.Key, _ several: Strings.Key) -> [String] {
      number == 0 ? [] : [number == 1 ? strings[one] : strings[several, number]]
    }
    let recovered = words(count.recovered, .noticeRecoveredOne, .noticeRecovered)
    return (recovered + words(count.damaged, .noticeDamagedOne, .noticeDamaged)).joined(separator: ", ")
  }

  // MARK: statistics

  /// For whoever looks after the machine; never touched.
  mutating func statistics() {
    let values = context.live.statistics
    let rows: [(Strings.Key, String)] = [
      (.statisticsCamera, values.camera), (.statisticsMicrophone, values.microphone),
      (.statisticsShown, values.shown), (.statisticsEncoded, values.encoded),
      (.statisticsQueue, values.queue), (.statisticsLatency, values.latency), (.statisticsAV, values.av),
      (.statisticsProcessor, values.processor),
    ]
    let font = Font.text(2.6, .medium)
    let labels = (rows.map(\.0) + [.statisticsReason]).map { textWidth(strings[$0], font) }.max() ?? 0
    let column = max(14, labels + 1.6)
    let longest = rows.map { textWidth($0.1, font, inCells: true) }.max() ?? 0
    // Where letters are at their smallest they are larger in u.
    let roomy = max(56, 56 / 2.6 * Self.smallestText / metrics.unit)
    let wide = min(max(roomy, 3 + column + longest + 3), width - 8)
    let reason = wrapped(values.reason, font, width: wide - column - 6, lines: 5).map {
      (Strings.Key.statisticsReason, $0)
    }
    let lines = rows.prefix(1) + reason + rows.dropFirst()
    let pitch: Float = 4.8
    let box = Box(width - 4 - wide, lensY + 8 + 2.4, wide, 4 + Float(lines.count) * pitch)
    panel(box, radius: 2.4, .denseSmoke)
    for (index, line) in lines.enumerated() {
      let baseline = box.y + 5.4 + Float(index) * pitch
      let isNext = index > 0 && lines[index - 1].0 == line.0
      if !isNext { text(strings[line.0], font, .fog, x: box.x + 3, baseline: baseline, part: box) }
      text(line.1, font, .white, x: box.x + 3 + column, baseline: baseline, inCells: true, part: box)
    }
  }
}

extension KioskNotice {
  /// What it is about.
  fileprivate var icon: Icon {
    switch self {
    case .noSound, .microphoneLost, .microphoneBusy, .microphoneLocked: .microphoneOff
    case .cameraLost: .cameraOff
    default: .warning
    }
  }
}
