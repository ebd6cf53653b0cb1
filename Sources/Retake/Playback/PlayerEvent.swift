public import RetakeMedia

/// What a player tells its owner.
public enum PlayerEvent: Hashable, Sendable {
  /// The file is open: `Player.media` is known. Comes once, before any other but `failed`.
  case readyToPlay
  /// The first picture can be taken. Comes once, for files with pictures.
  case firstPicture
  /// A seek or a step is done: the picture that belongs to it was taken by `takeFrame`, and has this time.
  case seekCompleted(token: Int, position: MediaTime)
  /// A seek or a step was given up for a newer one, or because the player failed or was stopped.
  case seekCancelled(token: Int)
  /// Playback has moved on to this time; only the newest waits to be read.
  case timeChanged(MediaTime)
  /// The end was reached: the last picture stays, and the player has paused. Not while it loops.
  case ended
  /// Nothing can be played. The last event.
  case failed(RetakeError)
}
