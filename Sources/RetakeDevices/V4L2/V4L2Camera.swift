internal import RetakeCodec
package import RetakeMedia
package import RetakeRuntime

/// A camera that Linux shows as a V4L2 node. It streams from the moment it is opened; what came before `start`
/// is thrown away.
///
/// Pictures are copied out of the driver's buffers on the camera's own thread. Where no picture comes for a
/// second, or the driver fails for good, it is lost, and must be opened anew.
package final class V4L2Camera: CameraSource {
  package let format: VideoFormat
  package let isPatient = false
  /// What it was set to, and why.
  package let choice: FormatChoice
  /// Whether that is less than the best, because the bus has no room for more.
  package let isReduced: Bool
  /// What `--camera` takes to open it.
  package let id: String
  /// What people call it.
  package let name: String
  /// Buffers that the driver called damaged.
  package let damagedFrames = Counter()
  /// Buffers with less than a picture in them.
  package let shortFrames = Counter()
  /// Pictures that found all slabs in use, or could not be converted.
  package let lostFrames = Counter()
  /// Pictures whose stamp was not to be believed.
  package let restampedFrames = Counter()

  private let settings: V4L2Controls
  private let wire: WireFormat
  private let stream: Monitor<V4L2Stream?>
  private let thread = SourceThread(name: "camera")
  private let wakeup = Wakeup()

  private let patience: Patience

  /// How long a camera may send nothing.
  struct Patience: Sendable {
    /// No picture for so long, or for five periods of a slow camera, is a stall.
    var stall = MediaTime(seconds: 1)
    /// The first picture may take so long: some cameras start their sensor and calibrate first.
    var firstPicture = MediaTime(seconds: 5)
    /// Before a camera that would not start is asked again.
    var rest = MediaTime(seconds: 0.2)
  }

  /// Errors in a row that are taken for passing ones: loss of signal, a transfer that failed.
  private static let passingErrors = 10
  private static let pause = MediaTime(seconds: 0.01)

  /// Opens the camera at `path` and sets it to the best of `formats`, or a smaller one where the bus has no room.
  /// Throws what stands in the way, in words.
  init(
    path: String, id: String? = nil, name: String, formats: [CaptureFormat], chooser: FormatChooser,
    calls: any V4L2Calls, patience: Patience = Patience()
  ) throws(RetakeError) {
    self.patience = patience
    self.id = id ?? path
    settings = V4L2Controls(path: path, calls: calls)
    guard var choice = chooser.choose(from: formats) else {
      if chooser.isStreamWanted { throw .noStream(of: "camera '\(name)' (\(path))") }
      throw RetakeError(
        .notSupported, "camera '\(name)' (\(path)) has no format that can be read",
        advice: "`retake devices` lists what it offers.")
    }
    var mayTryAgain = true
    var isReduced = false
    while true {
      guard let wire = WireFormat.named(FourCC(choice.format.code)) else {
        preconditionFailure("only known formats are chosen")
      }
      do throws(SystemError) {
        let stream = try V4L2Stream(path, wire, choice, calls: calls)
        self.wire = wire
        self.choice = choice
        self.isReduced = isReduced
        self.name = name
        format = Self.format(of: stream, wire, choice)
        self.stream = Monitor(stream)
        return
      } catch {
        if error.isBandwidth, let smaller = chooser.choose(from: formats, below: choice) {
          Log.warning(
            "camera '\(name)': the USB bus has no room for \(choice.format.code), trying a smaller one")
          choice = smaller
          isReduced = true
        } else if mayTryAgain && error.isPassing {
          // Some cameras refuse the first start after they were plugged in.
          mayTryAgain = false
          _ = Monitor(false).wait(until: MonotonicClock.now + patience.rest) { $0 ? true : nil }
        } else {
          throw .camera(name, path, error)
        }
      }
    }
  }

  private static func format(of stream: V4L2Stream, _ wire: WireFormat, _ choice: FormatChoice) -> VideoFormat
  {
    VideoFormat(
      subtype: wire.subtype, width: stream.format.width, height: stream.format.height,
      frameRate: stream.frameRate ?? choice.frameRate, color: wire.color(of: stream.format))
  }

  /// What can be set on it, with the values now; also while it streams, and from any thread.
  package func controls() -> [CameraControl] {
    settings.all()
  }

  /// Sets the control of this name, and gives it as it is then. Throws `.invalidArgument` for a name that it has
  /// not and as `CameraControl.settable`, and what the driver has against it.
  package func set(_ value: Int, ofControl name: String) throws(RetakeError) -> CameraControl {
    try settings.set(value, of: name)
  }

  /// Sets controls by their names, and tells what could not be set. What says who decides (menus and switches, such as
  /// `auto_exposure`) comes before what can only be set then.
  package func set(_ values: [String: Int]) -> [RetakeError] {
    settings.set(values)
  }

  package func start(epoch: MediaTime, sink: any CameraSink) {
    thread.start { [self] in sink.cameraEnded(run(epoch: epoch, sink: sink)) }
  }

  package func stop() {
    thread.stop()
    wakeup.wake()
  }

  package func join() {
    thread.join()
  }

  /// The body of the thread: why it ended. The node is closed before it returns.
  private func run(epoch: MediaTime, sink: any CameraSink) -> SourceEnd {
    guard let stream = stream.withLock({ $0.take() }) else { return .stopped }
    do throws(SystemError) {
      var reader = try BufferReader(stream, wire)
      return try deliver(from: stream, through: &reader, epoch: epoch, sink: sink)
    } catch {
      return .lost(.lostCamera(name, error))
    }
  }

  private func deliver(
    from stream: V4L2Stream, through reader: inout BufferReader, epoch: MediaTime, sink: any CameraSink
  ) throws(SystemError) -> SourceEnd {
    var numbers = SequenceCounter()
    if let headers = try discard(from: stream, through: &reader, &numbers) {
      sink.cameraDelivered(.packet(headers))
    }
    let periods = MediaTime(nanoseconds: 5 * format.frameRate.period.nanoseconds)
    var stamps = StampCheck()
    var lastSign = max(epoch, MonotonicClock.now)
    var limit = patience.firstPicture
    var failures = 0
    defer { sayLosses(missing: numbers.lost) }
    while true {
      let left = limit - (MonotonicClock.now - lastSign)
      guard left.nanoseconds > 0 else { return .lost(.stalledCamera(name, after: limit)) }
      let result = try stream.wait(orFor: wakeup, milliseconds: Int(left.nanoseconds / 1_000_000) + 1)
      if result == .woken { return .stopped }
      if result == .timedOut { continue }
      let filled: V4L2FilledBuffer
      do throws(SystemError) {
        filled = try stream.dequeue()
      } catch {
        failures += 1
        // A node in a state of error is always ready and never has a picture.
        let mayPass = error.isInputOutput || error.isTryAgain
        guard mayPass, failures <= Self.passingErrors else { throw error }
        guard thread.wait(until: MonotonicClock.now + Self.pause) else { return .stopped }
        continue
      }
      failures = 0
      let now = MonotonicClock.now
      lastSign = now
      limit = max(patience.stall, periods)
      let (time, fault) = stamps.time(of: filled.stamp, isMonotonic: filled.isMonotonic, now: now)
      if stamps.isRestamped { restampedFrames.increment() }
      if let fault {
        Log.warning(
          "camera '\(name)': its time stamps \(fault.rawValue); the time of arrival is used instead")
      }
      let sample = sample(
        filled, in: stream, through: &reader, time: time, sequence: numbers.number(filled.sequence))
      try stream.queue(filled.index)
      if let sample, time >= epoch { sink.cameraDelivered(sample) }
    }
  }

  /// Gives back what was filled while nobody looked. Of a stream that builds on itself the last headers are kept: some
  /// cameras send them once.
  private func discard(
    from stream: V4L2Stream, through reader: inout BufferReader, _ numbers: inout SequenceCounter
  ) throws(SystemError) -> EncodedPacket? {
    guard let codec = wire.subtype.streamCodec else {
      try stream.discardFilled()
      return nil
    }
    var headers: EncodedPacket?
    for _ in stream.buffers {
      let filled: V4L2FilledBuffer
      do throws(SystemError) {
        filled = try stream.dequeue()
      } catch {
        if error.isTryAgain { break }
        throw error
      }
      let sample = sample(
        filled, in: stream, through: &reader, time: .zero, sequence: numbers.number(filled.sequence))
      if case .packet(let packet) = sample {
        headers = ParameterSet.headers(of: packet, codec: codec) ?? headers
      }
      headers?.sequence = numbers.last
      try stream.queue(filled.index)
    }
    return headers
  }

  /// Says at the end what did not come through.
  private func sayLosses(missing: UInt64) {
    let counts = [
      (Int(clamping: missing), "lost by the driver"), (damagedFrames.count, "damaged"),
      (shortFrames.count, "incomplete"), (lostFrames.count, "without a free slab"),
    ].filter { $0.0 > 0 }
    if !counts.isEmpty {
      Log.info("camera '\(name)': pictures " + counts.map { "\($0.1): \($0.0)" }.joined(separator: ", "))
    }
  }

  private func sample(
    _ filled: V4L2FilledBuffer, in stream: V4L2Stream, through reader: inout BufferReader, time: MediaTime,
    sequence: UInt64
  ) -> CameraSample? {
    guard !filled.isDamaged else {
      damagedFrames.increment()
      return nil
    }
    do throws(BufferReader.Failure) {
      return try reader.sample(filled, in: stream.buffers[filled.index], time: time, sequence: sequence)
    } catch {
      switch error {
      case .short: shortFrames.increment()
      case .noSlab, .unreadable: lostFrames.increment()
      }
      return nil
    }
  }
}
