internal import RetakeDevices
internal import RetakeImaging
internal import RetakeMedia
internal import RetakeRuntime

/// One run of a camera: camera -> (decode thread) -> tap.
///
/// `start` and `stop` come from one thread, once each.
final class CameraFlow: CameraSink {
  private let camera: any CameraSource
  private let tap: CaptureTap
  private let packets = BoundedQueue<EncodedPacket>(count: 60, cost: 64 << 20) { $0.byteCount }
  private let decodeThread = OSThread(name: "decode")
  private let cameraEnd = Monitor(CaptureEnd.stopped)
  /// Pictures that were damaged, or that no thread had time to decode.
  let damaged = Counter()
  let undecoded = Counter()

  init(_ camera: any CameraSource, into tap: CaptureTap) {
    self.camera = camera
    self.tap = tap
  }

  /// Begins to deliver. Second 0 of a made-up or filed clock is `epoch`.
  func start(epoch: MediaTime) {
    if camera.format.subtype == .codec(.mjpeg) {
      decodeThread.start { [self] in decode(camera.format) }
    }
    camera.start(epoch: epoch, sink: self)
  }

  /// Ends it, and waits until nothing is delivered any more.
  func stop() {
    camera.stop()
    // A patient source may be waiting for an output: the outputs let go of it first.
    tap.cameraEnded(.stopped)
    camera.join()
    decodeThread.join()
  }

  func cameraDelivered(_ sample: CameraSample) {
    switch sample {
    case .frame(let frame): offer(frame)
    case .packet(let packet):
      if camera.isPatient {
        _ = packets.pushWaiting(packet)
      } else if packets.push(packet) == .full {
        undecoded.increment()
      }
    }
  }

  func cameraEnded(_ end: SourceEnd) {
    cameraEnd.withLock { $0 = CaptureEnd(end) }
    let isDecoding = camera.format.subtype == .codec(.mjpeg)
    packets.close()
    if !isDecoding { tellEnd() }
  }

  private func offer(_ frame: VideoFrame) {
    tap.offer(frame, canWait: camera.isPatient)
  }

  private func tellEnd() {
    tap.cameraEnded(cameraEnd.withLock { $0 })
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
    tellEnd()
  }
}
