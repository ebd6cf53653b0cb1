internal import RetakeCodec
internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// The thread of a `ThumbnailStrip`: reads the file once, from its start.
struct ThumbnailMaker {
  private let store: Monitor<ThumbnailStore>

  init(_ store: Monitor<ThumbnailStore>) {
    self.store = store
  }

  private var isStopping: Bool { store.withLock { $0.isStopping } }

  /// Makes all. A file that cannot be read has none; the player says why.
  func run(_ path: String) {
    let isComplete = (try? make(path)) ?? false
    store.withLock { store in
      store.isComplete = isComplete
      store.isOver = true
      store.file = nil
    }
  }

  /// Whether there is one of each picture.
  private func make(_ path: String) throws -> Bool {
    let file = try InputFile(path: path)
    store.withLock { $0.file = file }
    guard !isStopping else { return false }
    let reader = try MovieReader(file)
    if let duration = reader.duration, duration > ThumbnailStrip.longestFile { return false }
    var shrinker = try Shrinker()
    while !isStopping {
      guard let frame = reader.decodeNext() else { return reader.arePicturesOver }
      guard let packet = try shrinker.thumbnail(of: frame), store.withLock({ $0.keep(packet) }) else {
        return false
      }
      // Not wanted any more: neither the picture, nor the sound that lies between.
      reader.run.moveCursor(near: frame.time)
      reader.run.breakOff()
      _ = reader.dropSound(before: frame.time)
    }
    return false
  }
}

/// Pictures to small JPEGs. One thread.
private struct Shrinker: ~Copyable {
  private var scaler = Scaler()
  private var encoder: JPEGEncoder
  private var pools: (layout: PlaneLayout, pictures: FramePool, packets: FramePool)?

  /// Of JPEG, 1 to 100.
  private static let quality = 70

  init() throws(JPEGError) {
    encoder = try JPEGEncoder(quality: Self.quality)
  }

  mutating func thumbnail(of frame: VideoFrame) throws -> EncodedPacket? {
    let width = min(frame.width, ThumbnailStrip.width)
    let height = max(1, (frame.height * width + frame.width / 2) / frame.width)
    let layout = PlaneLayout(.yuv420p, width: width, height: height)
    if pools?.layout != layout {
      let (pictures, packets) = (
        FramePool(slabBytes: layout.byteCount, capacity: 1),
        // A JPEG may be larger than its pixels.
        FramePool(slabBytes: 2 * layout.byteCount + 4096, capacity: 1)
      )
      pools = (layout, pictures, packets)
    }
    guard let pools, var small = pools.pictures.frame(layout) else { return nil }
    try scaler.convert(frame, into: &small, color: .jpeg)
    let picture = small.publish(color: .jpeg, time: frame.time, sequence: frame.sequence)
    let packet = try encoder.encode(picture, into: pools.packets)
    let bytes = packet.storage.withPlane(0) { PacketBytes(followedBy: $0.extracting(0..<packet.byteCount)) }
    return EncodedPacket(
      storage: bytes, byteCount: bytes.byteCount, presentationTime: frame.time, isKeyFrame: true)
  }
}
