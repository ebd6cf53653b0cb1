internal import RetakeCodec
internal import RetakeMedia

/// Decodes the sound a little ahead of the clock and gives it to the output. One thread.
///
/// What was given and is not past yet is kept, so that an output that lost it can be given it again.
final class SoundFeed {
  /// Sound is made ready this far ahead; an output takes less.
  static let lead = MediaTime(nanoseconds: 750_000_000)
  /// Sound decoded before the first that is heard.
  private static let settling = MediaTime(nanoseconds: 100_000_000)
  /// Packets decoded at a go, so that pictures do not wait.
  private static let packetsAtOnce = 12

  private let output: any AudioOutput
  private let reader: MovieReader
  private var decoder: AudioDecoder
  /// Decoded and not past yet, in order.
  private var blocks: [AudioBlock] = []
  /// Index of the first block that the output does not have.
  private var nextIndex = 0
  private var decodedEnd: MediaTime?
  private var isDecoderFinished = false
  private var isDecoderOver = false
  private var isSounding = false
  /// Sound before this is gone: it comes back by a seek.
  private(set) var floor = MediaTime(nanoseconds: .min / 2)

  /// A feed of the reader's sound into `output`, which stands still until `setSounding`.
  init(_ track: AudioTrack, of reader: MovieReader, to output: any AudioOutput) throws(CodecError) {
    decoder = try AudioDecoder(track, start: reader.startTime)
    self.reader = reader
    self.output = output
    output.start(track.format)
    output.pause()
  }

  /// Whether nothing is left to be given to the output.
  var isOver: Bool { isDecoderOver && nextIndex == blocks.count }

  /// Whether something will be heard at or after `time`.
  func hasSound(after time: MediaTime) -> Bool {
    !isDecoderOver || blocks.contains { end(of: $0) > time }
  }

  /// Lets the output sound or hold still.
  func setSounding(_ sounds: Bool) {
    guard sounds != isSounding else { return }
    isSounding = sounds
    if sounds { output.resume() } else { output.pause() }
  }

  /// Gives the output what it takes of the sound from `time` on.
  func feed(from time: MediaTime) {
    forget(before: time)
    give()
    // After a jump, what comes long before need not be decoded; a little of it is, for a decoder to settle.
    if decodedEnd == nil, let end = reader.dropSound(before: time - Self.settling) { floor = max(floor, end) }
    var budget = Self.packetsAtOnce
    while !isDecoderOver, decodedEnd.map({ $0 < time + Self.lead }) ?? true, budget > 0 {
      budget -= 1
      guard decodeSome() else { break }
      forget(before: time)
    }
    give()
  }

  /// Drops what the output has, and begins anew at `time`.
  func restart(at time: MediaTime) {
    output.flush()
    nextIndex = 0
    forget(before: time)
  }

  /// Lets the sound before `time` go unheard.
  func skip(to time: MediaTime) {
    forget(before: time)
    if let end = reader.dropSound(before: time) { floor = max(floor, end) }
    if reader.isSoundOver { isDecoderOver = true }
  }

  /// Forgets all, after a jump.
  func reset() {
    output.flush()
    decoder.reset()
    blocks.removeAll(keepingCapacity: true)
    nextIndex = 0
    decodedEnd = nil
    (isDecoderFinished, isDecoderOver) = (false, false)
    floor = MediaTime(nanoseconds: .min / 2)
  }

  private func end(of block: AudioBlock) -> MediaTime {
    block.time + Rational(Int32(block.format.sampleRate)).time(of: Int64(block.frameCount))
  }

  private func forget(before time: MediaTime) {
    let past = blocks.prefix { end(of: $0) <= time }
    guard let last = past.last else { return }
    floor = max(floor, end(of: last))
    nextIndex = max(0, nextIndex - past.count)
    blocks.removeFirst(past.count)
  }

  private func give() {
    while nextIndex < blocks.count, output.enqueue(blocks[nextIndex], rate: 1) { nextIndex += 1 }
  }

  /// Decodes one packet; false where none is to be had now.
  private func decodeSome() -> Bool {
    do throws(CodecError) {
      while let block = try decoder.receive() {
        blocks.append(block)
        decodedEnd = end(of: block)
      }
      if let packet = reader.nextSoundPacket() {
        try decoder.send(packet)
      } else if !reader.isSoundOver {
        return false
      } else if !isDecoderFinished {
        isDecoderFinished = true
        try decoder.finish()
      } else {
        isDecoderOver = true
      }
    } catch {
      // Damaged sound is left out; the next may be good.
    }
    return true
  }
}
