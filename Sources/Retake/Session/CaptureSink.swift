internal import RetakeDevices
package import RetakeMedia

/// Who is offered what a session's inputs deliver: an output. Each call answers at once, but where `canWait`
/// says that the source is a file, which may be held up.
package protocol CaptureSink: AnyObject, Sendable {
  /// Pictures of this format come from here on: of the first camera, or of another; one that is a file waits for who
  /// is late (`isPatient`). No picture is under way meanwhile.
  func cameraChanged(to format: VideoFormat, isPatient: Bool)
  /// Sound of this format comes from here on, stamped by counting samples where `isExact`; nil: none does.
  func microphoneChanged(to format: AudioFormat?, isExact: Bool)
  /// Whether pictures are of use to it now; where no output needs them, those that come compressed are not decoded.
  var needsFrames: Bool { get }
  /// A picture, on the camera's or the decode thread.
  func offer(_ frame: VideoFrame, canWait: Bool)
  /// A picture as the camera has compressed it, on the camera's thread; the same one comes decoded, too.
  func offer(_ packet: EncodedPacket, canWait: Bool)
  /// Sound, on the microphone's thread.
  func offer(_ block: AudioBlock, canWait: Bool)
  /// No picture will come any more.
  func cameraEnded(_ end: CaptureEnd)
  /// No sound will come any more.
  func microphoneEnded(_ end: CaptureEnd)
}

extension CaptureSink {
  package func cameraChanged(to format: VideoFormat, isPatient: Bool) {}
  package func microphoneChanged(to format: AudioFormat?, isExact: Bool) {}
  package var needsFrames: Bool { true }
  package func offer(_ packet: EncodedPacket, canWait: Bool) {}
}

/// Why an input of a session ended.
package enum CaptureEnd: Sendable, Equatable {
  /// The session was stopped.
  case stopped
  /// The device went away or failed.
  case lost(RetakeError)
}

extension CaptureEnd {
  /// A source's end, as the outputs are told.
  init(_ end: SourceEnd) {
    self =
      switch end {
      case .stopped: .stopped
      case .lost(let error): .lost(error)
      }
  }
}
