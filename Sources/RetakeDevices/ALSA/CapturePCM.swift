internal import RetakeMedia
internal import RetakeRuntime

/// The calls of an opened and set-up capture device, each as alsa-lib has it: the microphone's thread knows no
/// others, so that tests can stand in for a card.
///
/// `interrupt` may come from any thread, all else from one. Errors carry the errno: EPIPE is an overrun, ENODEV a card
/// that is gone.
protocol CapturePCM: AnyObject, Sendable {
  /// What it is set to.
  var setup: CaptureSetup { get }
  /// snd_pcm_prepare and snd_pcm_start: sound is taken from here on; also after a fault.
  func start() throws(SystemError)
  /// poll(2): waits for sound.
  func wait(milliseconds: Int32) throws(SystemError) -> PCMWait
  /// Waits for nothing but `interrupt`; whether that came.
  func rest(milliseconds: Int32) -> Bool
  /// snd_pcm_status.
  func status() throws(SystemError) -> PCMStatus
  /// snd_pcm_readi: puts up to `frameCount` samples of each channel to the front of `bytes`, and tells how many;
  /// 0 where none are there.
  func read(frameCount: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int
  /// Ends `wait` and `rest`, now and for ever.
  func interrupt()
}

/// What ended a wait for sound.
enum PCMWait: Sendable, Equatable {
  /// There is sound.
  case ready
  /// There was none in time.
  case timedOut
  /// The device has a fault; reading tells which.
  case failed
  /// `interrupt` was called.
  case interrupted
}

/// Where a card stands, all of the same moment.
struct PCMStatus: Sendable, Equatable {
  /// Samples of each channel that can be read.
  var available: Int
  /// How many samples ago the next one to be read was taken: what is `available`, and what is on its way.
  var delay: Int
  /// The moment, on CLOCK_MONOTONIC; zero where the driver has none.
  var time: MediaTime
}
