package import RetakeMedia

/// How a recording goes, for statistics and for the time on the screen.
package struct RecordingProgress: Hashable, Sendable {
  /// The stamp of the first picture on CLOCK_MONOTONIC; nil until it came.
  package var startTime: MediaTime?
  /// Pictures of the take so far.
  package var captured: Int
  /// Those that are encoded.
  package var encoded: Int
  /// Those for which there was no room.
  package var dropped: Int
  /// Pictures that wait for the encoder.
  package var waitingPictures: Int
  /// Blocks of sound that wait for theirs.
  package var waitingBlocks: Int
  /// Bytes of pictures and packets that wait.
  package var waitingBytes: Int
  /// How much later than its stamp the sound is written now, seconds; nil without sound.
  package var audioOffset: Double?
  /// The encoder's name in FFmpeg.
  package var encoder: String
  /// Its pace, as `EncoderPace` names it.
  package var speed: String
}
