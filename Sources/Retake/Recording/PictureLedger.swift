internal import RetakeMedia

/// Counts the pictures of a take, and those of them that will not be in its file. Where the take has not begun yet it
/// remembers when they came, because only some of them are going to be in it. A value.
struct PictureLedger: Sendable {
  /// Pictures of the take.
  private(set) var captured = 0
  /// Those that found no way into the file.
  private(set) var dropped = 0
  /// Times of pictures that came before the take's beginning was known; nil after that.
  private var early: [Early]?

  private struct Early {
    var time: MediaTime
    var isDropped: Bool
  }

  /// A ledger; `isOpen`: the take begins with the first picture.
  init(isOpen: Bool) {
    early = isOpen ? nil : []
  }

  /// A picture came.
  mutating func add(_ time: MediaTime, isDropped: Bool = false) {
    if early != nil {
      early?.append(Early(time: time, isDropped: isDropped))
    } else {
      captured += 1
      if isDropped { dropped += 1 }
    }
  }

  /// A picture that came will not be in the file.
  mutating func drop(_ time: MediaTime) {
    if let index = early?.lastIndex(where: { $0.time == time }) {
      early?[index].isDropped = true
    } else if early == nil {
      dropped += 1
    }
  }

  /// No take begins before `time` any more.
  mutating func forget(before time: MediaTime) {
    // A second's worth at a time: this is called for each picture.
    guard let first = early?.first, first.time + Self.forgetfulness < time else { return }
    early?.removeAll { $0.time < time }
  }

  private static let forgetfulness = MediaTime(seconds: 1)

  /// The take begins at `time`.
  mutating func begin(at time: MediaTime) {
    guard let early else { return }
    self.early = nil
    for picture in early where picture.time >= time { add(picture.time, isDropped: picture.isDropped) }
  }
}
