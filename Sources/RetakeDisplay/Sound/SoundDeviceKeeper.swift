internal import RetakeMedia
internal import RetakeRuntime

/// Opens and closes a sound device on a thread of its own, because both may take long; opens it again when it
/// went away. Any thread may call; nothing waits but `end`.
final class SoundDeviceKeeper: Sendable {
  private struct Wish {
    var format: AudioFormat?
    /// When nobody will need it any more; nil for as long as it is wished.
    var deadline: MediaTime?
    /// Grows when the device must be opened anew.
    var serial = 0
    var isEnding = false

    /// Whether a device is needed at `now`.
    func isLive(at now: MediaTime) -> Bool {
      format != nil && deadline.map { now < $0 } ?? true
    }
  }

  /// How long after a failure the next try comes, and how often it is seen whether the device is still there.
  private static let retryPeriod = MediaTime(seconds: 1)

  private let thread: OSThread
  private let wish = Monitor(Wish())
  private let opened = Monitor<SoundDevice?>(nil)

  /// A keeper whose thread has this name; devices that it opens are filled by `pull`.
  init(name: String, pull: @escaping SoundDevice.Pull) {
    thread = OSThread(name: name)
    let (wish, opened) = (wish, opened)
    thread.start { Self.run(wish, opened, pull) }
  }

  /// Wants a device for this format until `deadline` (nil: until told otherwise), or none.
  func want(_ format: AudioFormat?, until deadline: MediaTime? = nil) {
    wish.withLock { wish in
      if wish.format != format { wish.serial += 1 }
      wish.format = format
      wish.deadline = deadline
    }
  }

  /// Opens the device anew: the machine's devices have changed.
  func reopen() {
    wish.withLock { $0.serial += 1 }
  }

  /// From handing over to hearing; nil while no device is open.
  var latency: MediaTime? {
    opened.withLock { $0?.latency }
  }

  /// Closes the device and ends the thread; waits for both. Call once, before SDL ends.
  func end() {
    wish.withLock { $0.isEnding = true }
    thread.join()
  }

  private static func run(
    _ wish: Monitor<Wish>, _ opened: Monitor<SoundDevice?>, _ pull: @escaping SoundDevice.Pull
  ) {
    var device: SoundDevice?
    var serial = 0
    var hasComplained = false
    while true {
      let now = MonotonicClock.now
      let current = wish.withLock { $0 }
      let isWanted = current.isLive(at: now)
      if current.isEnding { break }
      if let found = device, !isWanted || current.serial != serial || !found.isThere {
        opened.withLock { $0 = nil }
        device = nil
      }
      serial = current.serial
      if isWanted, device == nil, let format = current.format {
        device = SoundDevice(format, pull: pull)
        if device == nil, !hasComplained {
          Log.info("no sound is played: \(SDLLibrary.message)")
        }
        hasComplained = device == nil
        opened.withLock { $0 = device }
      }
      // Nobody wants it: sleep until somebody does. Else look again soon, because SDL tells this thread nothing.
      let next: MediaTime? = isWanted ? now + retryPeriod : nil
      _ = wish.wait(until: next) { wish -> Bool? in
        wish.serial != serial || wish.isEnding || (!isWanted && wish.isLive(at: now)) ? true : nil
      }
    }
    opened.withLock { $0 = nil }
  }
}
