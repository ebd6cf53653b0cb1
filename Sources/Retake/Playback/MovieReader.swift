internal import RetakeCodec
internal import RetakeMedia

/// Reads a file's packets and decodes its pictures, forwards and to any place. One thread.
final class MovieReader {
  /// What came of looking for a picture.
  enum Outcome {
    /// `run.current` is the picture.
    case found
    /// There is none.
    case nothing
    /// It was given up.
    case abandoned
  }

  /// Packets of one track that wait while the other one is looked for: more than any sane file needs.
  private static let maximumQueueBytes = 64 << 20
  /// Damaged places in a row after which the file is taken to be over.
  private static let maximumFaults = 1000
  /// A place this close after the last picture is reached by decoding on.
  private static let shortWay = MediaTime(nanoseconds: 500_000_000)
  /// AAC of the slowest rate primes for 264 ms, what cameras write for 21 to 47 ms.
  private static let longestPriming = MediaTime(nanoseconds: 100_000_000)
  /// Where a cut file ends is found this exactly.
  private static let endPrecision = MediaTime(nanoseconds: 250_000_000)

  let video: VideoTrack?
  let audio: AudioTrack?
  /// Time zero on the container's own clock: all times here count from it.
  let startTime: MediaTime
  /// Time zero on the demuxer's clock.
  private let origin: MediaTime
  /// The pictures; its last is the one that the decoder gave last.
  var run = FrameRun()
  /// Time of the last picture that the decoder gave at the end of the file.
  private var knownLastTime: MediaTime?
  /// Nothing can be read from here on, though the index says so; nil where nothing is known to be missing.
  private var readableEnd: MediaTime?
  /// No packet follows.
  private(set) var isFileOver = false
  /// No picture follows `run.last`.
  private(set) var arePicturesOver: Bool

  private var demuxer: Demuxer
  private var decoder: VideoDecoder?
  private var pictures = PacketQueue()
  private var sound = PacketQueue()
  private var isDecoderFinished = false
  /// Times of pictures whose packets were read and that did not come out yet, in order.
  private var expected: [MediaTime] = []
  /// The latest decode time of a packet of pictures: no later packet has an earlier presentation time.
  private var decodeTime: MediaTime?
  /// Presentation time of the first packet of pictures after the last jump.
  private var firstTime: MediaTime?
  private var faults = 0
  /// Grows with every jump: what was read of the sound before is no more.
  private(set) var jumpCount = 0

  /// Opens what `file` holds. Decoding by two threads: more bring little for the sizes that cameras have, and
  /// each delays the first picture by one.
  init(_ file: InputFile) throws(CodecError) {
    let demuxer = try Demuxer(file)
    // An encoder's priming before the first picture does not count: a take's zero is its first picture.
    let lead = demuxer.video?.startTime ?? .zero
    origin = lead <= Self.longestPriming ? lead : .zero
    startTime = demuxer.startTime + origin
    audio = demuxer.audio
    var failure: CodecError?
    var track = demuxer.video
    if let found = track {
      do throws(CodecError) {
        decoder = try VideoDecoder(found, start: startTime, threads: 2)
      } catch {
        failure = error
        track = nil
      }
    }
    video = track
    arePicturesOver = track == nil
    self.demuxer = demuxer
    if let failure, audio == nil { throw failure }
  }

  /// How long the file is: what it says, or what was found at its end.
  var duration: MediaTime? {
    isFileOver && demuxer.observedEnd > .zero ? observedEnd : declaredEnd
  }

  private var declaredEnd: MediaTime? { demuxer.declaredEnd.map { $0 - origin } }
  private var observedEnd: MediaTime { demuxer.observedEnd - origin }

  /// Time of the last picture of the file; nil until it was reached.
  var lastFrameTime: MediaTime? { isOnLastPicture ? run.current?.time : knownLastTime }

  /// Where the sound ends, as far as the file says.
  var declaredSoundEnd: MediaTime? { audio?.declaredEnd.map { $0 - origin } }

  /// When playing must end: after the last picture and the last sound. Known once all was read.
  var playingEnd: MediaTime? {
    guard isFileOver, arePicturesOver else { return nil }
    let end = min(observedEnd, declaredEnd ?? observedEnd)
    // A last picture without a duration is seen for a moment all the same.
    return max(end, (knownLastTime ?? .zero) + MediaTime(nanoseconds: 10_000_000))
  }

  // MARK: Packets

  /// Reads one packet; false where none follows.
  private func readPacket() -> Bool {
    while !isFileOver {
      do throws(CodecError) {
        guard var packet = try demuxer.read() else { break }
        packet.presentationTime = packet.presentationTime.map { $0 - origin }
        packet.decodeTime = packet.decodeTime.map { $0 - origin }
        faults = 0
        accept(packet)
        return true
      } catch {
        faults += 1
        if faults > Self.maximumFaults || error.code != .invalidData { break }
      }
    }
    isFileOver = true
    return false
  }

  private func accept(_ packet: DemuxedPacket) {
    guard packet.kind == .video else { return sound.append(packet) }
    guard decoder != nil else { return }
    pictures.append(packet)
    if let time = packet.decodeTime { decodeTime = max(decodeTime ?? time, time) }
    guard let time = packet.presentationTime, !packet.isDiscarded else { return }
    if firstTime == nil { firstTime = time }
    expected.insert(time, at: expected.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0)
  }

  private func nextPicturePacket() -> DemuxedPacket? {
    while pictures.first == nil, readPacket() {}
    return pictures.popFirst()
  }

  /// The next packet of sound; nil at the end, or where the file keeps its sound too far from its pictures.
  func nextSoundPacket() -> DemuxedPacket? {
    hasSoundPacket() ? sound.popFirst() : nil
  }

  /// Whether there is any sound to be read from here on.
  func hasSoundPacket() -> Bool {
    guard audio != nil else { return false }
    while sound.first == nil, pictures.byteCount < Self.maximumQueueBytes, readPacket() {}
    return sound.first != nil
  }

  /// Whether no packet of sound follows.
  var isSoundOver: Bool { audio == nil || (isFileOver && sound.first == nil) }

  /// Lets the sound before `time` go; the end of what went.
  func dropSound(before time: MediaTime) -> MediaTime? {
    var end: MediaTime?
    while hasSoundPacket(), let packet = sound.first {
      let packetEnd = (packet.presentationTime ?? .zero) + (packet.duration ?? .zero)
      guard packetEnd < time else { break }
      end = packetEnd
      _ = sound.popFirst()
    }
    return end
  }

  // MARK: Pictures

  /// Decodes the picture after the last one into `run`; nil where none follows. Pictures before `skipTime` on which
  /// no other is built may be left out.
  func decodeNext(skippingBefore skipTime: MediaTime? = nil) -> VideoFrame? {
    while !arePicturesOver {
      do throws(CodecError) {
        if let frame = try decoder?.receive() {
          if keep(frame) { return frame }
          continue
        }
        if let packet = nextPicturePacket() {
          let isEarly = skipTime.map { limit in packet.presentationTime.map { $0 < limit } ?? false } ?? false
          decoder?.skipUnreferenced(isEarly)
          try decoder?.send(packet)
        } else if !isDecoderFinished {
          isDecoderFinished = true
          try decoder?.finish()
        } else {
          arePicturesOver = true
          knownLastTime = run.last?.time ?? knownLastTime
        }
      } catch {
        // A damaged picture is left out; the next may be good.
      }
    }
    return nil
  }

  /// Puts a picture into the run; false for one that comes out of order.
  private func keep(_ frame: VideoFrame) -> Bool {
    let missing = expected.prefix { $0 < frame.time }.count
    let isKnown = missing < expected.count && expected[missing] == frame.time
    expected.removeFirst(isKnown ? missing + 1 : missing)
    if let last = run.last, frame.time <= last.time { return false }
    if missing > 0 { run.breakOff() }
    run.append(frame)
    return true
  }

  /// Makes the picture at `time` the current one: the last that is not later. Not `isExact`: a key frame shortly
  /// before is good enough. Where `keepsAll`, every picture on the way is kept in the run. Asks `isObsolete` before
  /// each picture whether to give up.
  func seek(
    to time: MediaTime, isExact: Bool, keepsAll: Bool = false, isObsolete: () -> Bool = { false }
  ) -> Outcome {
    guard decoder != nil else {
      jump(to: time)
      return .nothing
    }
    if run.moveCursor(to: time, isEnd: arePicturesOver) { return .found }
    if let last = run.last, last.time <= time, time - last.time < Self.shortWay {
      if !isExact {
        run.moveCursor(near: time)
        return .found
      }
    } else {
      jump(to: time)
    }
    while true {
      let outcome =
        isExact
        ? decode(to: time, keepsAll: keepsAll, isObsolete: isObsolete)
        : decodeNext() == nil ? .nothing : .found
      guard case .nothing = outcome else {
        if !isExact { run.moveCursor(near: time) }
        return outcome
      }
      // Packets, but no pictures: the end is damaged. The key frame before may do.
      guard video != nil, let start = firstTime, start > .zero, !isObsolete() else { return outcome }
      jump(to: start - MediaTime(nanoseconds: 1))
    }
  }

  private func decode(to time: MediaTime, keepsAll: Bool, isObsolete: () -> Bool) -> Outcome {
    // Which picture it will be is known once no later packet can have an earlier time.
    while pictures.first == nil || decodeTime.map({ $0 <= time }) ?? false,
      pictures.byteCount < Self.maximumQueueBytes, readPacket()
    {}
    let isCertain = isFileOver || decodeTime.map { $0 > time } ?? false
    let target = isCertain ? expected.last { $0 <= time } : nil
    if isCertain, target == nil, let last = run.last, last.time <= time {
      run.moveCursor(near: time)
      return .found
    }
    while !isObsolete() {
      guard let frame = decodeNext(skippingBefore: keepsAll ? nil : target) else { break }
      if frame.time > time || frame.time == target {
        run.moveCursor(near: time)
        return .found
      }
    }
    guard arePicturesOver else { return .abandoned }
    run.moveCursor(near: time)
    return run.current == nil ? .nothing : .found
  }

  /// Whether the current picture is the last of the file.
  var isOnLastPicture: Bool {
    guard run.current != nil, run.aheadCount == 0 else { return false }
    return arePicturesOver || isFileOver && pictures.first == nil && expected.isEmpty
  }

  /// Goes on (or back) by `count` pictures from the current one, as far as there are any.
  func step(by count: Int, isObsolete: () -> Bool) {
    var missing = run.step(by: count)
    while missing > 0, !isObsolete(), decodeNext() != nil { missing = run.step(by: missing) }
    while missing < 0, !isObsolete(), let first = run.first {
      let before = first.time - MediaTime(nanoseconds: 1)
      guard before >= .zero else { return }
      jump(to: before)
      guard case .found = decode(to: before, keepsAll: true, isObsolete: isObsolete), let found = run.current
      else { return }
      // Nothing lies before the first picture of the file.
      guard found.time < first.time else { return }
      missing = run.step(by: missing + 1)
    }
  }

  // MARK: Jumps

  /// Goes to the key frame at or before `time`; all that was read is forgotten.
  func jump(to time: MediaTime) {
    let wanted = min(max(time, .zero), readableEnd ?? time)
    guard position(at: wanted), decoder != nil, !readToPicture() else { return }
    // A cut file's index names places that are not there: the last that is there is looked for.
    var (low, high) = (MediaTime.zero, wanted)
    while high - low > Self.endPrecision {
      let middle = MediaTime(nanoseconds: (low.nanoseconds + high.nanoseconds) / 2)
      if position(at: middle), readToPicture() { low = middle } else { high = middle }
    }
    readableEnd = low
    _ = position(at: low)
  }

  /// Goes to the key frame at or before `time`; false where the file cannot be sought, and nothing has changed.
  private func position(at time: MediaTime) -> Bool {
    do throws(CodecError) { try demuxer.seek(to: time + origin) } catch { return false }
    jumpCount += 1
    decoder?.reset()
    pictures.clear()
    sound.clear()
    run.clear()
    expected.removeAll(keepingCapacity: true)
    (decodeTime, firstTime) = (nil, nil)
    (isFileOver, isDecoderFinished, arePicturesOver) = (false, false, decoder == nil)
    faults = 0
    return true
  }

  private func readToPicture() -> Bool {
    while pictures.first == nil, readPacket() {}
    return pictures.first != nil
  }
}
