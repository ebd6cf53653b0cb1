import RetakeDisplay
import RetakeKiosk
import RetakeMedia
import RetakeRuntime
import Testing

/// Taps and keys through SDL's queue, and waking.
@MainActor @Suite(.serialized)
struct InputTests {
  /// What comes within a moment, without what a new window says about itself.
  private func events(_ context: DisplayContext) -> [StageEvent] {
    var events: [StageEvent] = []
    while let event = context.nextEvent(until: MonotonicClock.now) {
      switch event {
      case .exposed, .sizeChanged, .focusChanged, .soundDevicesChanged: break
      default: events.append(event)
      }
    }
    return events
  }

  @Test func aTapIsOnePressAndOneRelease() throws {
    try TestStage.run { context, _ in
      _ = events(context)
      #expect(context.tap(x: 0.25, y: 0.75))
      let seen = events(context)
      #expect(seen.count == 2)
      guard case .touch(.began, let id, let x, let y) = seen.first else {
        Issue.record("\(seen)")
        return
      }
      #expect(abs(x - 0.25) < 1e-6 && abs(y - 0.75) < 1e-6)
      #expect(seen.last == .touch(.ended, id: id, x: x, y: y))
    }
  }

  @Test(arguments: [
    (Turn.none, 0.25, 0.75), (.quarter, 0.75, 0.75), (.half, 0.75, 0.25), (.threeQuarters, 0.25, 0.25),
  ])
  func touchIsTurnedBack(turn: Turn, x: Double, y: Double) throws {
    try TestStage.run(turn: turn) { context, _ in
      _ = events(context)
      #expect(context.tap(x: 0.25, y: 0.75))
      guard case .touch(_, _, let sceneX, let sceneY) = events(context).first else {
        Issue.record("no touch")
        return
      }
      #expect(abs(sceneX - x) < 1e-6 && abs(sceneY - y) < 1e-6)
    }
  }

  @Test(arguments: ["Space", "Return", ",", ".", "S", "F3", "Shift+Left", "Ctrl+Alt+O", "Delete"])
  func keysComeBackByTheirNames(name: String) throws {
    try TestStage.run { context, _ in
      _ = events(context)
      let key = try #require(KeyPress(name))
      #expect(context.press(key))
      #expect(events(context) == [.keyDown(key, isRepeat: false), .keyUp(key)])
      #expect(key.text == name)
    }
  }

  @Test func badKeysAreRefused() throws {
    #expect(KeyPress("") == nil)
    #expect(KeyPress("Hyper+A") == nil)
    #expect(KeyPress("+")?.name == "+")
    #expect(KeyPress("Ctrl++") == KeyPress("+", .control))
    try TestStage.run { context, _ in
      #expect(!context.press(KeyPress("No such key")))
    }
  }

  @Test func otherThreadsWakeTheWait() throws {
    try TestStage.run { context, _ in
      _ = events(context)
      let waker = context.waker
      let thread = OSThread(name: "waker")
      thread.start { for _ in 0..<100 { waker.wake() } }
      #expect(context.nextEvent(until: MonotonicClock.now + MediaTime(seconds: 10)) == .woken)
      thread.join()
      // Those that came while one was pending are that one; each later one counts.
      _ = events(context)
      waker.wake()
      waker.wake()
      #expect(events(context) == [.woken])
    }
  }

  @Test func aWaitEndsAtItsDeadline() throws {
    try TestStage.run { context, _ in
      _ = events(context)
      let start = MonotonicClock.now
      #expect(context.nextEvent(until: start + MediaTime(seconds: 0.03)) == nil)
      #expect(MonotonicClock.now >= start + MediaTime(seconds: 0.03))
    }
  }
}
