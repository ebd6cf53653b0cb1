internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia

// What a person or the system does to the window.
extension BoothLoop {
  /// A finger that is not heard of for so long has left without a word.
  private static let touchPatience = MediaTime(seconds: 2)

  /// All events that wait.
  func takeInput() {
    // The bound keeps a flood of events from starving everything else.
    for _ in 0..<256 {
      guard let event = parts.stage.display.nextEvent(until: .zero) else { return }
      handle(event)
    }
  }

  func handle(_ event: StageEvent) {
    switch event {
    case .touch(let phase, let id, let x, let y): touch(phase, id, x, y)
    case .keyDown(let key, let isRepeat): self.key(key, isRepeat)
    case .closeRequested: feed(.windowClosed)
    case .exposed, .sizeChanged: parts.stage.invalidate()
    case .texturesLost:
      parts.stage.painter.dropTextures()
      parts.stage.invalidate()
    case .soundDevicesChanged: parts.speaker.devicesChanged()
    case .keyUp, .focusChanged, .woken: break
    }
  }

  /// One finger at a time: what others do meanwhile is no input.
  private func touch(_ phase: StageEvent.TouchPhase, _ id: Int64, _ x: Double, _ y: Double) {
    let now = now
    if phase == .began, activeTouch == nil || now - lastTouch > Self.touchPatience {
      if activeTouch != nil { feed(.pointer(.cancelled, PointerHit(.background))) }
      activeTouch = id
    }
    guard activeTouch == id else { return }
    lastTouch = now
    if phase == .ended { activeTouch = nil }
    let list = parts.stage.list
    let point = ScreenPoint(x: Float(x) * list.size.width, y: Float(y) * list.size.height)
    let hit = list.hit(at: point, captured: state.pressed)
    switch phase {
    case .began: feed(.pointer(.down, hit))
    case .moved: feed(.pointer(.moved, hit))
    case .ended: feed(.pointer(.up, hit))
    }
  }

  private func key(_ key: KeyPress, _ isRepeat: Bool) {
    // Shift alone changes no letter's meaning; a modifier by itself means nothing.
    guard let plain = KioskKey(name: key.name) else { return }
    let exact = KioskKey.names[key.text]
    let meaning = exact ?? (key.modifiers.isSubset(of: .shift) ? plain : .other)
    guard !isRepeat || meaning.mayRepeat else { return }
    feed(.key(meaning))
  }
}

extension KioskKey {
  /// Whether holding the key means pressing it again and again.
  fileprivate var mayRepeat: Bool {
    switch self {
    case .skip, .step, .volumeUp, .volumeDown: true
    default: false
    }
  }
}
