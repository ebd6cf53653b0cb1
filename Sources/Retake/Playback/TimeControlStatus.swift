/// Whether a player plays.
public enum TimeControlStatus: Sendable {
  /// It stands still, and is meant to.
  case paused
  /// It is meant to play, and opens the file, seeks, or waits for the sound to begin.
  case waitingToPlay
  /// Time runs.
  case playing
}
