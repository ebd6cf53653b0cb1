internal import RetakeMedia

/// Pictures that follow each other without a gap, as they were decoded: those that were shown, the one that is
/// shown now, and those that come next. A value.
///
/// What was shown is kept for stepping back, as far as the bounds allow.
struct FrameRun {
  /// Bytes of pictures kept at most, beside those that are still to come: 46 of 1280x720.
  static let maximumBytes = 64 << 20
  /// Pictures kept at most, however small.
  static let maximumCount = 512

  private var frames: [VideoFrame] = []
  private var byteCount = 0
  /// Index of the one that is shown; nil while none of these is.
  private var cursor: Int?

  /// The one that is shown.
  var current: VideoFrame? { cursor.map { frames[$0] } }
  /// The one after it; where none is shown, the first.
  var next: VideoFrame? { aheadCount > 0 ? frames[frames.count - aheadCount] : nil }
  /// Pictures after the one that is shown.
  var aheadCount: Int { frames.count - 1 - (cursor ?? -1) }
  var first: VideoFrame? { frames.first }
  var last: VideoFrame? { frames.last }

  /// Adds the picture that follows the last, and lets old ones go.
  mutating func append(_ frame: VideoFrame) {
    frames.append(frame)
    byteCount += frame.byteCount
    var surplus = 0
    // The newest always stays, and what is shown, and what is to come.
    while surplus < cursor ?? frames.count - 1,
      byteCount > Self.maximumBytes || frames.count - surplus > Self.maximumCount
    {
      byteCount -= frames[surplus].byteCount
      surplus += 1
    }
    frames.removeFirst(surplus)
    cursor = cursor.map { $0 - surplus }
  }

  /// Forgets all.
  mutating func clear() {
    frames.removeAll(keepingCapacity: true)
    byteCount = 0
    cursor = nil
  }

  /// Forgets what was shown, because the next picture does not follow the last without a gap.
  mutating func breakOff() {
    let kept = cursor.map { frames[$0...] } ?? []
    frames = Array(kept)
    byteCount = frames.reduce(0) { $0 + $1.byteCount }
    cursor = frames.isEmpty ? nil : 0
  }

  /// Shows the picture that belongs to `time`: the last that is not later. False where these pictures do not tell
  /// which that is; `isEnd` says that no picture follows the last.
  mutating func moveCursor(to time: MediaTime, isEnd: Bool) -> Bool {
    guard let index = frames.lastIndex(where: { $0.time <= time }) else { return false }
    guard index + 1 < frames.count || isEnd || frames[index].time == time else { return false }
    cursor = index
    return true
  }

  /// Shows the last picture that is not later than `time`, or the first.
  mutating func moveCursor(near time: MediaTime) {
    guard !frames.isEmpty else { return }
    cursor = frames.lastIndex { $0.time <= time } ?? 0
  }

  /// Shows `next`, which must be there.
  mutating func showNext() {
    precondition(aheadCount > 0, "a picture follows")
    cursor = frames.count - aheadCount
  }

  /// Goes on (or back) by so many pictures, as far as there are any; returns those that are missing.
  mutating func step(by count: Int) -> Int {
    guard let cursor else { return count }
    let wanted = cursor + count
    let reached = min(max(wanted, 0), frames.count - 1)
    self.cursor = reached
    return wanted - reached
  }
}
