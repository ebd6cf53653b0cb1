package import RetakeMedia

/// Who is offered what a session's inputs deliver: an output. Each call answers at once, but where `canWait`
/// says that the source is a file, which may be held up.
package protocol CaptureSink: AnyObject, Sendable {
  /// A picture, on the camera's or the decode thread.
  func offer(_ frame: VideoFrame, canWait: Bool)
  /// Sound, on the microphone's thread.
  func offer(_ block: AudioBlock, canWait: Bool)
  /// No picture will come any more.
  func cameraEnded(_ end: CaptureEnd)
  /// No sound will come any more.
  func microphoneEnded(_ end: CaptureEnd)
}

/// Why an input of a session ended.
package enum CaptureEnd: Sendable, Equatable {
  /// The session was stopped.
  case stopped
  /// The device went away or failed.
  case lost(RetakeError)
}
