package import RetakeMedia

/// How a recording goes, for statistics and for the time on the screen.
package struct RecordingProgress: Hashable, Sendable {
  /// The stamp on CLOCK_MONOTONIC of the moment from which its longest time counts: its second 0, or where that was in
  /// a pre-roll when it was asked for. Moved on by what was paused; nil until its first picture came.
  package var limitStart: MediaTime?
  /// How long the take is by now.
  package var length: MediaTime
  /// Whether it is paused.
  package var isPaused: Bool
  /// What is left until the first of its limits; nil where it has none.
  package var timeLeft: MediaTime?
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
  /// How much faster than true the microphone's clock runs, as far as is known: 0.001 is 0.1 %; nil without sound.
  package var audioDrift: Double?
  /// By how much the wall clock was set during the take; nil if nobody did.
  package var wallClockSet: MediaTime?
  /// The encoder's name in FFmpeg.
  package var encoder: String
  /// Its pace, as `EncoderPace` names it.
  package var speed: String
}
