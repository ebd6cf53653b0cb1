internal import RetakeCodec
internal import RetakeMedia

/// Reads the sound of a file. Where it ends before the picture does, there is no sound until the next round.
final class FileSound: FileReader {
  /// What it gives.
  let format: AudioFormat

  private let file: InputFile
  private let track: AudioTrack
  private var demuxer: Demuxer
  private var decoder: AudioDecoder
  private var timeline = FileTimeline()
  /// Blocks of this round.
  private var count = 0
  private var isDraining = false

  /// An encoder's padding behind the end that the container declares is at most this long (four AAC frames at
  /// 44.1 kHz); left in, it would push the sound behind the picture with each round.
  private static let longestPadding = MediaTime(nanoseconds: 100_000_000)

  /// Stamps of containers are rounded to milliseconds.
  private static let roundingSlack = MediaTime(nanoseconds: 1_000_000)

  /// Opens what `file` holds.
  init(_ file: InputFile) throws(CodecError) {
    let demuxer = try Demuxer(file)
    guard let track = demuxer.audio else {
      throw CodecError(.notFound, "open \(file.name)", "it has no sound")
    }
    let decoder = try AudioDecoder(track, start: demuxer.startTime)
    self.file = file
    self.track = track
    self.demuxer = demuxer
    self.decoder = decoder
    format = track.format
  }

  func next() -> FileStep<AudioBlock> {
    while true {
      do throws(CodecError) {
        if let block = try decoder.receive() {
          if let block = withoutPadding(block) { return given(block) }
        } else if isDraining {
          if let loss = beginAgain() { return .ended(.lost(loss)) }
        } else if let packet = demuxer.readPatiently() {
          if packet.kind == .audio { try decoder.send(packet) }
        } else {
          isDraining = true
          try decoder.finish()
        }
      } catch {
        // Damaged sound is left out: the stamps of what follows say how much is missing.
      }
    }
  }

  private func withoutPadding(_ block: AudioBlock) -> AudioBlock? {
    guard let end = demuxer.declaredEnd, block.time + block.duration > end,
      block.time + block.duration < end + Self.longestPadding
    else { return block }
    let kept = (end - block.time).ticks(timescale: Int32(format.sampleRate))
    guard kept > 0 else { return nil }
    return AudioBlock(
      storage: block.storage, format: block.format, frameCount: min(Int(kept), block.frameCount),
      time: block.time)
  }

  private func given(_ block: AudioBlock) -> FileStep<AudioBlock> {
    count += 1
    return .element(block, due: timeline.place(block.time, lasting: block.duration))
  }

  /// Goes back to the start of the file; says why, where that cannot be.
  private func beginAgain() -> RetakeError? {
    let length = timeline.length(
      observedEnd: demuxer.observedEnd, declaredEnd: demuxer.declaredEnd, slack: Self.roundingSlack)
    guard count > 0 else { return .undecodable("sound", file.name) }
    guard file.isSeekable else { return .inputEnded(file.name) }
    timeline.repeatAfter(length)
    count = 0
    isDraining = false
    do throws(CodecError) {
      let demuxer = try Demuxer(file)
      decoder = try AudioDecoder(track, start: demuxer.startTime)
      self.demuxer = demuxer
      return nil
    } catch {
      return RetakeError(.deviceLost, error.description, advice: "The file was changed while it was played.")
    }
  }
}

extension AudioBlock {
  /// How long it lasts.
  fileprivate var duration: MediaTime {
    Rational(Int32(format.sampleRate)).time(of: Int64(frameCount))
  }
}
