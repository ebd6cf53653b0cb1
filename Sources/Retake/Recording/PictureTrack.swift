internal import RetakeMedia

/// What brings the pictures of a take to the mux thread, on the encode thread.
protocol PictureTrack: AnyObject, Sendable {
  /// What they are encoded with.
  var settings: VideoEncoderSettings { get }
  /// How it works now. Any thread.
  var pace: EncoderPace { get }
  /// The encoder and its speed, as the result names them. Any thread.
  var encoderName: String { get }
  /// Runs until the take is over and each of its pictures is with the mux thread.
  func run()
}
