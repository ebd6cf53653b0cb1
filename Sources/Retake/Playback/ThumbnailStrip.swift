internal import RetakeCodec
internal import RetakeImaging
public import RetakeMedia
internal import RetakeRuntime

/// Small pictures of all frames of a file, for dragging along a scrub bar: at once, and of exactly the frame asked
/// for, where decoding would take its time from a key frame on.
///
/// They are made one after the other from the start of the file, on a thread of its own that gives way to all
/// others, and kept as JPEGs. Any thread may call. The owner ends it with `stop` and `join`, before it lets go of
/// it (else it traps).
public final class ThumbnailStrip: Sendable {
  /// The width of the small pictures, pixels; of smaller files their own.
  public static let width = 320
  /// Of longer files there are none.
  public static let longestFile = MediaTime(seconds: 180)
  /// Bytes kept at most; what comes after them is not kept.
  public static let maximumBytes = 64 << 20

  private let thread = OSThread(name: "thumbnails", importance: .background)
  private let store = Monitor(ThumbnailStore())
  private let reader = Monitor(ThumbnailReader())

  /// Begins with the file at `path`.
  public init(path: String) {
    let store = store
    thread.start { ThumbnailMaker(store).run(path) }
  }

  /// The small picture that belongs to `time` of the file, which is the last that is not later; nil where it is not
  /// made yet, or none is. Decodes a small JPEG: under a millisecond.
  public func frame(at time: MediaTime) -> VideoFrame? {
    guard let packet = store.withLock({ $0.packet(at: time) }) else { return nil }
    return reader.withLock { $0.frame(of: packet) }
  }

  /// How many there are so far, and whether no more will come.
  public var progress: (count: Int, isOver: Bool) {
    store.withLock { ($0.packets.count, $0.isOver) }
  }

  /// Tells the thread to end.
  public func stop() {
    store.withLock { store in
      store.isStopping = true
      return store.file
    }?.cancel()
  }

  /// Waits for the thread, after `stop`: for one picture at the most. One thread calls.
  public func join() {
    thread.join()
  }
}

/// What was made.
struct ThumbnailStore {
  /// JPEGs in the order of their times.
  private(set) var packets: [EncodedPacket] = []
  private var byteCount = 0
  /// All that there are.
  var isComplete = false
  /// The thread makes no more.
  var isOver = false
  var isStopping = false
  /// What is being read.
  var file: InputFile?

  /// Whether another was kept.
  mutating func keep(_ packet: EncodedPacket) -> Bool {
    guard byteCount + packet.byteCount <= ThumbnailStrip.maximumBytes else { return false }
    byteCount += packet.byteCount
    packets.append(packet)
    return true
  }

  /// The last that is not later than `time`, once it is certain which one that is.
  func packet(at time: MediaTime) -> EncodedPacket? {
    var (low, high) = (0, packets.count)
    while low < high {
      let middle = (low + high) / 2
      if packets[middle].presentationTime <= time { low = middle + 1 } else { high = middle }
    }
    guard low < packets.count || isComplete else { return nil }
    return packets.isEmpty ? nil : packets[max(0, low - 1)]
  }
}

/// Makes pictures of the JPEGs. Keeps the last one: a screen is drawn more often than a finger moves.
private final class ThumbnailReader {
  private var decoder: JPEGDecoder?
  private var pool: FramePool?
  private var latest: VideoFrame?

  func frame(of packet: EncodedPacket) -> VideoFrame? {
    if let latest, latest.time == packet.presentationTime { return latest }
    do throws(JPEGError) {
      if decoder == nil { decoder = try JPEGDecoder() }
      if pool == nil, let header = try decoder?.header(of: packet) {
        // One on the screen, one that is kept, one that comes.
        pool = FramePool(slabBytes: JPEGDecoder.slabBytes(for: header), capacity: 4)
      }
      guard let pool, let frame = try decoder?.decode(packet, into: pool) else { return nil }
      latest = frame
      return frame
    } catch {
      return nil
    }
  }
}
