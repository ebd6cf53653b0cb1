internal import RetakeDevices
internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// One run of a session: camera -> (decode thread) -> outputs, microphone -> outputs.
///
/// `start` and `stop` come from one thread, once each.
final class CaptureFlow: CameraSink, MicrophoneSink {
  private let camera: (any CameraSource)?
  private let microphone: (any MicrophoneSource)?
  private let sinks: [any CaptureSink]
  private let packets = BoundedQueue<EncodedPacket>(count: 60, cost: 64 << 20) { $0.byteCount }
  private let decodeThread = OSThread(name: "decode")
  private let cameraEnd = Monitor(CaptureEnd.stopped)
  private let soundCanWait: Bool
  private let pictureCanWait: Bool
  /// Pictures that were damaged, or that no thread had time to decode.
  let damaged = Counter()
  let undecoded = Counter()

  init(camera: (any CameraSource)?, microphone: (any MicrophoneSource)?, sinks: [any CaptureSink]) {
    self.camera = camera
    self.microphone = microphone
    self.sinks = sinks
    pictureCanWait = camera?.isPatient ?? false
    soundCanWait = microphone?.isPatient ?? false
  }

  func start(epoch: MediaTime) {
    if let camera, camera.format.subtype == .codec(.mjpeg) {
      decodeThread.start { [self] in decode(camera.format) }
    }
    microphone?.start(epoch: epoch, sink: self)
    camera?.start(epoch: epoch, sink: self)
  }

  func stop() {
    camera?.stop()
    microphone?.stop()
    // A patient source may be waiting for an output: the outputs let go of it first.
    for sink in sinks { sink.cameraEnded(.stopped) }
    camera?.join()
    microphone?.join()
    decodeThread.join()
  }

  func cameraDelivered(_ sample: CameraSample) {
    switch sample {
    case .frame(let frame): offer(frame)
    case .packet(let packet):
      if pictureCanWait {
        _ = packets.pushWaiting(packet)
      } else if packets.push(packet) == .full {
        undecoded.increment()
      }
    }
  }

  func cameraEnded(_ end: SourceEnd) {
    cameraEnd.withLock { $0 = CaptureEnd(end) }
    let isDecoding = camera?.format.subtype == .codec(.mjpeg)
    packets.close()
    if !isDecoding { tellCameraEnded() }
  }

  func microphoneDelivered(_ block: AudioBlock) {
    for sink in sinks { sink.offer(block, canWait: soundCanWait) }
  }

  func microphoneEnded(_ end: SourceEnd) {
    for sink in sinks { sink.microphoneEnded(CaptureEnd(end)) }
  }

  private func offer(_ frame: VideoFrame) {
    for sink in sinks { sink.offer(frame, canWait: pictureCanWait) }
  }

  private func tellCameraEnded() {
    let end = cameraEnd.withLock { $0 }
    for sink in sinks { sink.cameraEnded(end) }
  }

  /// The decode thread: JPEG to planes. A damaged picture is left out, counted, and never ends the thread.
  private func decode(_ format: VideoFormat) {
    do {
      var decoder = try PictureDecoder(format)
      while case .element(let packet) = packets.take() {
        if let frame = decoder.decode(packet) { offer(frame) } else { damaged.increment() }
      }
    } catch {
      Log.error("the camera's pictures cannot be decoded: \(error)")
      packets.close()
    }
    tellCameraEnded()
  }
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
