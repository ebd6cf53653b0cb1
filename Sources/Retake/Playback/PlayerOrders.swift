internal import RetakeMedia

/// What a player's owner wants of it. A value: `Player` locks it.
struct PlayerOrders {
  /// A place to go to.
  struct Seek: Sendable {
    var time: MediaTime
    var isExact: Bool
    var token: Int
  }

  /// Pictures to go on (or back) by, after the seek.
  struct Steps: Sendable {
    var count = 0
    var tokens: [Int] = []
  }

  var isStopping = false
  var wantsToPlay = false
  var rate = 1.0
  var volume: Float = 1
  var isMuted = false
  var loops = false
  /// The thread has ended: nothing will be done.
  var isOver = false
  /// Where the newest seek goes, until it is done.
  private(set) var seekTarget: MediaTime?
  private var seekSerial = 0
  /// The newest seek that nobody has begun.
  private(set) var seek: Seek?
  private(set) var steps = Steps()
  /// Grows with every order: who has seen this number has seen them all.
  private(set) var serial = 0

  /// Counts an order that was made by setting a field.
  mutating func ordered() { serial += 1 }

  /// Orders a seek in the place of all seeks and steps that nobody has begun; their tokens.
  mutating func replaceSeek(_ new: Seek) -> [Int] {
    let dropped = droppedTokens
    seek = new
    seekTarget = new.time
    steps = Steps()
    serial += 1
    seekSerial = serial
    return dropped
  }

  /// Orders steps, after what was ordered before.
  mutating func addSteps(_ count: Int, token: Int) {
    // Nobody steps so far; the bound keeps sums in range.
    steps.count = min(max(steps.count + min(max(count, -1_000_000), 1_000_000), -1_000_000), 1_000_000)
    steps.tokens.append(token)
    wantsToPlay = false
    serial += 1
  }

  /// Takes what is to be done once, so that nobody does it twice.
  mutating func takeMoves() -> (seek: Seek?, steps: Steps) {
    defer { (seek, steps) = (nil, Steps()) }
    return (seek, steps)
  }

  /// A seek that was the newest at `serial` is done.
  mutating func finishSeek(at serial: Int) {
    if seekSerial <= serial { seekTarget = nil }
  }

  /// Tokens of what nobody has begun.
  var droppedTokens: [Int] { [seek?.token].compactMap(\.self) + steps.tokens }
}
