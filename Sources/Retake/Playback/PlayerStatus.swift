internal import RetakeCodec
internal import RetakeMedia

/// What a player's thread tells about itself. A value: `Player` locks it.
struct PlayerStatus {
  /// nil until the file is open.
  var media: PlayerMedia?
  var clock = PlaybackClock()
  var isAtEnd = false
  /// The open file, so that a read that waits can be called off.
  var file: InputFile?
}
