/// Where a player's sound goes: a sound server, a card, or nowhere.
///
/// Any thread may call, and no call waits for a device: it is opened and closed on a thread of the output's own.
/// While there is no device, sound is taken and dropped, and `position` is nil: the player then goes by
/// CLOCK_MONOTONIC, and nothing stalls.
public protocol AudioOutput: AnyObject, Sendable {
  /// Takes sound of this format from here on; what waited of another is dropped.
  func start(_ format: AudioFormat)

  /// Queues a block of the format that was started. Its `time` is its place in the file, of which `rate` seconds
  /// pass in a second of sound (2 at double speed). False where enough is waiting (some half a second): offer it
  /// again later.
  func enqueue(_ block: AudioBlock, rate: Double) -> Bool

  /// Holds still, keeping what waits.
  func pause()

  /// Goes on.
  func resume()

  /// Drops what waits, for a seek.
  func flush()

  /// The place in the file that is heard at `now` on CLOCK_MONOTONIC; nil while none is (paused, nothing queued,
  /// no device).
  func position(at now: MediaTime) -> MediaTime?

  /// 0 silent to 1 as recorded.
  var volume: Float { get set }

  /// Takes no more sound and lets the device go.
  func stop()
}
