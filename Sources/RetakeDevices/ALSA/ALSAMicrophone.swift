internal import Glibc
package import RetakeMedia
package import RetakeRuntime

/// A sound card's capture device.
///
/// It delivers blocks of at most 10 ms from a thread of its own. Stamps are those of the kernel
/// (`snd_pcm_status`: the moment, less the delay of the sound that can be read then), smoothed by a
/// `TimestampFilter`; they never go back. An overrun is counted and healed: the stamps tell the gap. A card that is
/// gone ends it, as `.lost`; so does one that gives nothing for some seconds.
package final class ALSAMicrophone: MicrophoneSource {
  package let format: AudioFormat
  package let isPatient = false
  /// How often sound was lost because it was not fetched in time.
  package let overruns = Counter()
  /// How often the card had to be started again for another reason.
  package let restarts = Counter()
  /// Blocks for which no memory was left.
  package let lostBlocks = Counter()

  /// What `--microphone` takes to open it.
  package let id: String
  /// What people call it.
  package let title: String

  private let name: String
  private let pcm: any CapturePCM
  private let blockFrames: Int
  private let pool: FramePool
  private let thread = OSThread(name: "alsa-capture")

  /// More than two seconds of blocks, for those who are late.
  private static let poolCapacity = 256
  /// No card is silent (as opposed to quiet) for this long.
  private static let patience: Int32 = 500
  /// Tries to get a card going again, and the time between them.
  private static let attempts = 10
  private static let rest: Int32 = 100
  /// How often in a row a card may call for nothing, and the pause after each.
  private static let emptyWakes = 100
  private static let breath: Int32 = 5
  /// A stamp this far from now is not of this clock.
  private static let plausible = MediaTime(seconds: 2)

  /// A microphone on `pcm`, which nobody else uses; `name` is for messages, and its id and title where it has none.
  init(_ pcm: any CapturePCM, name: String, id: String? = nil, title: String? = nil) {
    self.name = name
    self.id = id ?? name
    self.title = title ?? name
    self.pcm = pcm
    format = pcm.setup.format
    blockFrames = max(1, format.sampleRate / 100)
    pool = FramePool(
      slabBytes: blockFrames * format.channels * MemoryLayout<Float>.size, capacity: Self.poolCapacity)
  }

  package func start(epoch: MediaTime, sink: any MicrophoneSink) {
    thread.start { [self] in sink.microphoneEnded(run(sink)) }
  }

  package func stop() {
    pcm.interrupt()
  }

  package func join() {
    thread.join()
  }

  /// What the thread knows.
  private struct Progress {
    var filter: TimestampFilter
    /// Samples that were read.
    var position: Int64 = 0
    /// The stamp of the last block.
    var lastTime: MediaTime?
    /// Attempts to heal since sound came last.
    var failures = 0
    /// How often the card called for nothing since sound came last.
    var emptyWakes = 0
    var hasSaidStampsAreBad = false
    var bytes: [UInt8]
  }

  private func run(_ sink: any MicrophoneSink) -> SourceEnd {
    var progress = Progress(
      filter: TimestampFilter(sampleRate: format.sampleRate),
      bytes: [UInt8](repeating: 0, count: blockFrames * pcm.setup.frameBytes))
    do throws(SystemError) {
      try pcm.start()
    } catch {
      if let end = heal(error, &progress) { return end }
    }
    while true {
      do throws(SystemError) {
        switch try pcm.wait(milliseconds: Self.patience) {
        case .interrupted: return .stopped
        case .ready: try deliver(&progress, to: sink)
        case .failed:
          _ = try pcm.status()
          throw SystemError("poll", code: EIO)
        case .timedOut: throw SystemError("wait for sound", code: ETIMEDOUT)
        }
      } catch {
        if let end = heal(error, &progress) { return end }
      }
    }
  }

  /// Reads what is there and hands it on, in blocks.
  private func deliver(_ progress: inout Progress, to sink: any MicrophoneSink) throws(SystemError) {
    let status = try pcm.status()
    let measured = measuredTime(status, &progress)
    progress.filter.update(sample: progress.position, time: measured)
    var left = max(1, status.available)
    while left > 0 {
      let count = try pcm.read(frameCount: min(left, blockFrames), into: &progress.bytes)
      guard count > 0 else { break }
      let time = progress.filter.time(ofSample: progress.position) ?? measured
      progress.position += Int64(count)
      progress.failures = 0
      progress.emptyWakes = -1
      left -= count
      deliver(count, at: time, &progress, to: sink)
    }
    progress.emptyWakes += 1
    guard progress.emptyWakes > 0 else { return }
    // Woken for nothing, which plugins do now and then. A card that does nothing else must not spin the thread.
    if progress.emptyWakes > Self.emptyWakes { throw SystemError("read sound", code: EIO) }
    _ = pcm.rest(milliseconds: Self.breath)
  }

  private func deliver(
    _ frameCount: Int, at time: MediaTime, _ progress: inout Progress, to sink: any MicrophoneSink
  ) {
    let time = max(time, progress.lastTime ?? time)
    progress.lastTime = time
    guard var buffer = pool.buffer() else {
      lostBlocks.increment()
      return
    }
    buffer.withBytes { target in
      pcm.setup.convert(progress.bytes, frameCount: frameCount, into: &target)
    }
    let byteCount = frameCount * format.channels * MemoryLayout<Float>.size
    sink.microphoneDelivered(
      AudioBlock(
        storage: buffer.publish(byteCount: byteCount), format: format, frameCount: frameCount, time: time))
  }

  /// When the next sample to be read was taken. Where the driver's stamp is none, now takes its place.
  private func measuredTime(_ status: PCMStatus, _ progress: inout Progress) -> MediaTime {
    let now = MonotonicClock.now
    var moment = status.time
    if moment > now + Self.plausible || now > moment + Self.plausible {
      moment = now
      if !progress.hasSaidStampsAreBad {
        Log.warning("microphone \(name) has no usable timestamps: the time of reading is taken instead")
        progress.hasSaidStampsAreBad = true
      }
    }
    let delay = Int64(max(status.delay, status.available))
    return moment - MediaTime(nanoseconds: delay.scaled(by: 1_000_000_000, over: Int64(format.sampleRate)))
  }

  /// Starts the card again after `error`; its end where that cannot be done or is not wanted any more.
  private func heal(_ error: SystemError, _ progress: inout Progress) -> SourceEnd? {
    var error = error
    while true {
      if error.code == EPIPE { overruns.increment() } else { restarts.increment() }
      guard !error.isDeviceGone else { return .lost(.microphoneGone(name)) }
      progress.failures += 1
      guard progress.failures <= Self.attempts else { return .lost(.microphoneSilent(name, error)) }
      if progress.failures > 1, pcm.rest(milliseconds: Self.rest) { return .stopped }
      progress.filter.reset()
      do throws(SystemError) {
        try pcm.start()
        return nil
      } catch let next {
        error = next
      }
    }
  }
}
