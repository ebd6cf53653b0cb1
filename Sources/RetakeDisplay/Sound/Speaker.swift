internal import RetakeMedia
internal import RetakeRuntime

/// The machine's sound device: one for cues and player together, because some systems lend it once.
///
/// A thread of its own opens and closes it, because both may take long, and opens it again when it went away. Any
/// thread may call; nothing waits but `end`.
package final class Speaker: Sendable {
  /// Adds sound to a run of samples; on SDL's thread, must not wait.
  typealias Source = @Sendable (inout MutableSpan<Float>, AudioFormat) -> Void

  private struct Wish {
    /// What the player plays; nil where it does not.
    var player: AudioFormat?
    /// Until when cues may come.
    var cues = MediaTime.zero
    /// Grows when the device must be opened anew.
    var serial = 0
    var isEnding = false

    func isLive(at now: MediaTime) -> Bool { player != nil || now < cues }
  }

  /// How long after a failure the next try comes, and how often it is seen whether the device is still there.
  private static let period = MediaTime(seconds: 1)
  private static let plain = AudioFormat(sampleRate: 48_000, channels: 2)

  private let thread = OSThread(name: "speaker")
  private let wish = Monitor(Wish())
  private let opened = Monitor<SoundDevice?>(nil)
  private let sources = Monitor<[Source]>([])

  /// A speaker without a device. SDL must have been started (`DisplayContext`) and must end after `end`.
  package init() {
    let (wish, opened, sources) = (wish, opened, sources)
    thread.start { Self.run(wish, opened, sources) }
  }

  /// Lets `source` add to all that is heard.
  func add(_ source: @escaping Source) {
    sources.withLock { $0.append(source) }
  }

  /// Wants a device for sound of this format until told otherwise; nil for none.
  func open(for format: AudioFormat?) {
    wish.withLock { $0.player = format }
  }

  /// Wants a device of any format until `deadline`.
  func open(until deadline: MediaTime) {
    wish.withLock { $0.cues = max($0.cues, deadline) }
  }

  /// From handing over to hearing; nil while no device is open.
  var latency: MediaTime? {
    opened.withLock { $0?.latency }
  }

  /// Sound devices came or went: the default one may be another.
  package func devicesChanged() {
    wish.withLock { $0.serial += 1 }
  }

  /// Closes the device and ends the thread; waits for both. Call once, before the display's context goes.
  package func end() {
    wish.withLock { $0.isEnding = true }
    thread.join()
  }

  private static func run(
    _ wish: Monitor<Wish>, _ opened: Monitor<SoundDevice?>, _ sources: Monitor<[Source]>
  ) {
    var device: SoundDevice?
    var serial = 0
    var hasComplained = false
    while true {
      let now = MonotonicClock.now
      let current = wish.withLock { $0 }
      if current.isEnding { break }
      let isWanted = current.isLive(at: now)
      let format = current.player.map(deviceFormat) ?? device?.format ?? plain
      if let found = device,
        !isWanted || found.format != format || current.serial != serial || !found.isThere
      {
        opened.withLock { $0 = nil }
        device = nil
      }
      serial = current.serial
      if isWanted, device == nil {
        device = SoundDevice(format) { samples, format in
          for source in sources.withLock({ $0 }) { source(&samples, format) }
        }
        if device == nil, !hasComplained { Log.info("no sound is played: \(SDLLibrary.message)") }
        hasComplained = device == nil
        opened.withLock { $0 = device }
      }
      // Nobody wants it: sleep until somebody does. Else look again soon: SDL says nothing to this thread.
      let player = current.player
      _ = wish.wait(until: isWanted ? now + period : nil) { wish -> Bool? in
        let isOther = wish.serial != serial || wish.player != player || wish.isEnding
        return isOther || (!isWanted && wish.isLive(at: now)) ? true : nil
      }
    }
    opened.withLock { $0 = nil }
  }

  /// Mono is played as stereo, so that cues and most takes share a format.
  private static func deviceFormat(_ player: AudioFormat) -> AudioFormat {
    AudioFormat(sampleRate: player.sampleRate, channels: max(2, player.channels))
  }
}
