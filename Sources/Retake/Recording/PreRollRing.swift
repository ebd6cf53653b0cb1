internal import RetakeMedia
internal import RetakeRuntime

/// The last seconds of a camera and its microphone as packets, within bounds: it always begins with a key frame. A
/// value.
///
/// What it holds is given up a group of pictures at a time.
struct PreRollRing {
  /// Bytes that it holds.
  private(set) var byteCount = 0
  private var pictures = Fifo<EncodedPacket>()
  private var sound = Fifo<EncodedPacket>()
  /// Times of the key frames among the pictures.
  private var keyFrames: [MediaTime] = []
  /// Pictures are of no use before the next key frame.
  private var isBroken = false
  private let span: MediaTime
  private let maximumBytes: Int

  /// More than the packets of AAC that stand before the one in which a picture falls, and how late sound may come.
  private static let soundBefore = MediaTime(seconds: 1)

  /// A ring of at least the last `span`, where that has been, in at most `maximumBytes`.
  init(span: MediaTime, maximumBytes: Int) {
    self.span = span
    self.maximumBytes = maximumBytes
  }

  /// The first moment that it holds; nil where a take could not begin.
  var start: MediaTime? { keyFrames.first }

  /// Takes a picture in.
  mutating func addPicture(_ packet: EncodedPacket) {
    if packet.isKeyFrame {
      isBroken = false
      keyFrames.append(packet.presentationTime)
    }
    guard !isBroken else { return }
    pictures.append(packet)
    byteCount += packet.byteCount
    let oldest = packet.presentationTime - span
    while keyFrames.count > 1, keyFrames[1] <= oldest || byteCount > maximumBytes { dropGroup() }
    if byteCount > maximumBytes {
      // One group of pictures is more than all that may be kept.
      dropGroup()
      isBroken = true
    }
    trimSound()
  }

  /// Takes sound in.
  mutating func addSound(_ packet: EncodedPacket) {
    sound.append(packet)
    byteCount += packet.byteCount
    trimSound()
  }

  private mutating func dropGroup() {
    keyFrames.removeFirst()
    while let packet = pictures.first, keyFrames.first.map({ packet.presentationTime < $0 }) ?? true {
      byteCount -= packet.byteCount
      _ = pictures.popFirst()
    }
  }

  private mutating func trimSound() {
    guard let newest = sound.last?.presentationTime else { return }
    // Where no pictures come, the sound alone must not grow for ever.
    let oldest = max(keyFrames.first ?? newest, newest - span - span) - Self.soundBefore
    while let packet = sound.first, packet.presentationTime < oldest {
      byteCount -= packet.byteCount
      _ = sound.popFirst()
    }
  }

  /// Empties it: all that a take needs which begins at the last key frame that is not later than `wanted`, or at the
  /// first there is, in the order of time; and where it begins. nil: no take can begin here.
  mutating func take(from wanted: MediaTime) -> (start: MediaTime, packets: [Packet])? {
    guard let start = keyFrames.last(where: { $0 <= wanted }) ?? keyFrames.first else { return nil }
    while let packet = pictures.first, packet.presentationTime < start { _ = pictures.popFirst() }
    // Each packet of AAC needs the one before.
    var before: [EncodedPacket] = []
    while let packet = sound.first, packet.presentationTime <= start {
      before = before.suffix(1) + [packet]
      _ = sound.popFirst()
    }
    var packets = before.map { Packet.sound($0) }
    while let picture = pictures.first {
      if let packet = sound.first, packet.presentationTime < picture.presentationTime {
        packets.append(.sound(packet))
        _ = sound.popFirst()
      } else {
        packets.append(.picture(picture))
        _ = pictures.popFirst()
      }
    }
    while let packet = sound.popFirst() { packets.append(.sound(packet)) }
    byteCount = 0
    keyFrames = []
    return (start, packets)
  }

  /// What it holds.
  enum Packet: Sendable {
    case picture(EncodedPacket)
    case sound(EncodedPacket)
  }
}
