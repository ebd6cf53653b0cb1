internal import RetakeDevices
internal import RetakeMedia
internal import RetakeRuntime

/// One run of a microphone: microphone -> tap.
///
/// `start` and `stop` come from one thread, once each.
final class MicrophoneFlow: MicrophoneSink {
  private let microphone: any MicrophoneSource
  private let tap: CaptureTap

  init(_ microphone: any MicrophoneSource, into tap: CaptureTap) {
    self.microphone = microphone
    self.tap = tap
  }

  /// Begins to deliver. Second 0 of a made-up or filed clock is `epoch`.
  func start(epoch: MediaTime) {
    microphone.start(epoch: epoch, sink: self)
  }

  /// Ends it, and waits until nothing is delivered any more.
  func stop() {
    microphone.stop()
    microphone.join()
  }

  func microphoneDelivered(_ block: AudioBlock) {
    tap.offer(block, canWait: microphone.isPatient)
  }

  func microphoneEnded(_ end: SourceEnd) {
    if case .lost(let error) = end { Log.warning("\(error.message): the sound is silence from here on") }
    tap.microphoneEnded(CaptureEnd(end))
  }
}
