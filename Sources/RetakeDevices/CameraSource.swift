package import RetakeMedia

/// Anything that delivers pictures in real time: a camera, the test camera, a file in a camera's place.
///
/// Life cycle: made opened (the format is known), `start`, `stop` (a request), `join`. `start`, `stop` and
/// `join` are called from one thread, once each.
package protocol CameraSource: AnyObject, Sendable {
  /// What it delivers; fixed while it lives.
  var format: VideoFormat { get }
  /// Whether it can wait for a late reader (a file can, a camera cannot).
  var isPatient: Bool { get }
  /// Begins to deliver, on a thread of its own. Second 0 of a made-up or filed clock is `epoch`.
  func start(epoch: MediaTime, sink: any CameraSink)
  /// Asks it to end; returns at once.
  func stop()
  /// Waits until its thread has ended; after that nothing is delivered.
  func join()
}

/// Who receives a camera's pictures.
package protocol CameraSink: AnyObject, Sendable {
  /// One picture, on the camera's thread. Must answer at once, but to a patient source, which it may hold up.
  func cameraDelivered(_ sample: CameraSample)
  /// The last call, on the camera's thread.
  func cameraEnded(_ end: SourceEnd)
}

/// Anything that delivers sound in real time. Life cycle and threads are those of `CameraSource`.
package protocol MicrophoneSource: AnyObject, Sendable {
  /// What it delivers; fixed while it lives.
  var format: AudioFormat { get }
  /// Whether it can wait for a late reader.
  var isPatient: Bool { get }
  /// Begins to deliver, on a thread of its own. Second 0 of a made-up or filed clock is `epoch`.
  func start(epoch: MediaTime, sink: any MicrophoneSink)
  /// Asks it to end; returns at once.
  func stop()
  /// Waits until its thread has ended; after that nothing is delivered.
  func join()
}

/// Who receives a microphone's sound.
package protocol MicrophoneSink: AnyObject, Sendable {
  /// A run of sound, on the microphone's thread. Must answer at once, but to a patient source.
  func microphoneDelivered(_ block: AudioBlock)
  /// The last call, on the microphone's thread.
  func microphoneEnded(_ end: SourceEnd)
}

/// Why a source's thread ended.
package enum SourceEnd: Sendable, Equatable {
  /// It was asked to.
  case stopped
  /// The device went away or failed.
  case lost(RetakeError)
}
