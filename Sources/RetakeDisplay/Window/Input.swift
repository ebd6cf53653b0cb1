internal import CSDL2
internal import RetakeMedia
internal import RetakeRuntime

/// Turns SDL's events into values. First thread only.
///
/// Fingers and mouse become the same touches; whatever SDL would make of one for the other is dropped, so that
/// one tap is one action. Injected taps and keys go through SDL's own queue.
final class Input {
  /// The mouse's number among the touches.
  private static let mouse: Int64 = -1
  /// Drivers that have no wait of their own: SDL would look a thousand times a second.
  private static let pollPeriod = MediaTime(seconds: 0.008)

  private let window: WindowHandle
  private let turn: Turn
  private let controllers = ControllerBank()
  private let canWait: Bool
  private let wakeKind: UInt32
  private var isMouseDown = false
  let waker: StageWaker

  init(window: WindowHandle, turn: Turn) {
    self.window = window
    self.turn = turn
    canWait = ["x11", "wayland"].contains(SDLLibrary.videoDriver)
    wakeKind = EventQueue.registerKind()
    waker = StageWaker(eventKind: wakeKind)
  }

  /// The next event, waiting until `deadline` (nil: for ever); nil when that comes first.
  func next(until deadline: MediaTime?) -> StageEvent? {
    while true {
      let now = MonotonicClock.now
      let event = canWait ? EventQueue.next(milliseconds: milliseconds(from: now, to: deadline)) : nil
      if let found = event ?? EventQueue.next(milliseconds: 0) {
        if let known = stageEvent(found) { return known }
        continue
      }
      if let deadline, deadline <= now { return nil }
      if !canWait { waker.wait(until: min(deadline ?? now + Self.pollPeriod, now + Self.pollPeriod)) }
    }
  }

  private func milliseconds(from now: MediaTime, to deadline: MediaTime?) -> Int32 {
    guard let deadline else { return -1 }
    let span = max(0, (deadline - now).nanoseconds)
    return Int32(min((span + 999_999) / 1_000_000, 60_000))
  }

  private func stageEvent(_ event: EventQueue.Event) -> StageEvent? {
    switch event {
    case .finger(let phase, let id, let x, let y):
      return touch(phase, id: id, x: Double(x), y: Double(y))
    case .mouseButton(let isDown, let x, let y):
      if isDown == isMouseDown { return nil }
      isMouseDown = isDown
      return mouseTouch(isDown ? .began : .ended, x, y)
    case .mouseMotion(let isDown, let x, let y):
      guard isMouseDown else { return nil }
      // The button may have been let go outside.
      isMouseDown = isDown
      return mouseTouch(isDown ? .moved : .ended, x, y)
    case .key(let name, let modifiers, let isDown, let isRepeat):
      let key = KeyPress(name, modifiers)
      return isDown ? .keyDown(key, isRepeat: isRepeat) : .keyUp(key)
    case .deviceAdded(let index):
      controllers.open(index: index)
      return nil
    case .deviceRemoved(let instance):
      controllers.close(instance: instance)
      return nil
    case .window(let kind): return windowEvent(kind)
    case .other(let kind): return otherEvent(kind)
    }
  }

  private func mouseTouch(_ phase: StageEvent.TouchPhase, _ x: Int32, _ y: Int32) -> StageEvent {
    // The middle of the pixel.
    let size = window.size
    return touch(
      phase, id: Self.mouse, x: (Double(x) + 0.5) / Double(max(size.width, 1)),
      y: (Double(y) + 0.5) / Double(max(size.height, 1)))
  }

  private func touch(_ phase: StageEvent.TouchPhase, id: Int64, x: Double, y: Double) -> StageEvent {
    let place = turn.undo(x: min(max(x, 0), 1), y: min(max(y, 0), 1))
    return .touch(phase, id: id, x: place.x, y: place.y)
  }

  private func windowEvent(_ kind: UInt8) -> StageEvent? {
    switch SDL_WindowEventID(rawValue: UInt32(kind)) {
    case SDL_WINDOWEVENT_CLOSE: .closeRequested
    case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED: .exposed
    case SDL_WINDOWEVENT_SIZE_CHANGED: .sizeChanged
    case SDL_WINDOWEVENT_FOCUS_GAINED: .focusChanged(true)
    case SDL_WINDOWEVENT_FOCUS_LOST: .focusChanged(false)
    default: nil
    }
  }

  private func otherEvent(_ kind: UInt32) -> StageEvent? {
    if kind == wakeKind {
      waker.acknowledge()
      return .woken
    }
    return switch SDL_EventType(rawValue: kind) {
    case SDL_QUIT: .closeRequested
    case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET: .texturesLost
    case SDL_AUDIODEVICEADDED, SDL_AUDIODEVICEREMOVED: .soundDevicesChanged
    default: nil
    }
  }

  /// A press and a release at shares of the window; false where SDL's queue is full.
  func tap(x: Double, y: Double) -> Bool {
    EventQueue.push(finger: .began, x: Float(x), y: Float(y), window: window.identity)
      && EventQueue.push(finger: .ended, x: Float(x), y: Float(y), window: window.identity)
  }

  /// A finger at shares of the window; false where SDL's queue is full.
  func touch(_ phase: StageEvent.TouchPhase, x: Double, y: Double) -> Bool {
    EventQueue.push(finger: phase, x: Float(x), y: Float(y), window: window.identity)
  }

  /// A press and a release of a key; false for a name that SDL does not know.
  func press(_ key: KeyPress) -> Bool {
    EventQueue.push(key: key, isDown: true, window: window.identity)
      && EventQueue.push(key: key, isDown: false, window: window.identity)
  }
}
