internal import RetakeCodec
internal import RetakeDevices
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
  /// The codec of a camera that sends packets.
  private let codec: VideoCodec?
  /// Looks after packets that build on each other, on the camera's thread.
  private let watch: Monitor<CodedStreamWatch>?
  /// Pictures that were damaged, or that no thread had time to decode.
  let damaged = Counter()
  let undecoded = Counter()

  init(_ camera: any CameraSource, into tap: CaptureTap) {
    self.camera = camera
    self.tap = tap
    if case .codec(let codec) = camera.format.subtype { self.codec = codec } else { codec = nil }
    watch = codec == .h264 || codec == .hevc ? codec.map { Monitor(CodedStreamWatch($0)) } : nil
  }

  /// Begins to deliver. Second 0 of a made-up or filed clock is `epoch`.
  func start(epoch: MediaTime) {
    if let codec { decodeThread.start { [self] in decode(codec) } }
    camera.start(epoch: epoch, sink: self)
  }

  /// Ends it, and waits until nothing is delivered any more.
  func stop() {
    camera.stop()
    // A patient source may be waiting for an output: the outputs let go of it first.
    tap.cameraEnded(.stopped)
    camera.join()
    decodeThread.join()
    if damaged.count > 0 {
      Log.info("pictures of the camera that were damaged, or built on a lost one: \(damaged.count)")
    }
  }

  func cameraDelivered(_ sample: CameraSample) {
    switch sample {
    case .frame(let frame): offer(frame)
    case .packet(let packet):
      switch watch?.withLock({ $0.look(at: packet) }) ?? .picture(packet) {
      case .picture(let picture): offer(picture)
      case .headers: break
      case .damaged: damaged.increment()
      }
    }
  }

  private func offer(_ packet: EncodedPacket) {
    tap.offer(packet, canWait: camera.isPatient)
    if watch != nil && !tap.needsFrames { return }
    if camera.isPatient {
      _ = packets.pushWaiting(packet)
    } else if packets.push(packet) == .full {
      undecoded.increment()
    }
  }

  func cameraEnded(_ end: SourceEnd) {
    cameraEnd.withLock { $0 = CaptureEnd(end) }
    packets.close()
    if codec == nil { tellEnd() }
  }

  private func offer(_ frame: VideoFrame) {
    tap.offer(frame, canWait: camera.isPatient)
  }

  private func tellEnd() {
    tap.cameraEnded(cameraEnd.withLock { $0 })
  }

  /// The decode thread: packets to planes. A damaged picture is left out, counted, and never ends the thread.
  private func decode(_ codec: VideoCodec) {
    do {
      var decoder = try PictureDecoder(codec, camera.format)
      while case .element(let packet) = packets.take() {
        if !decoder.decode(packet, deliver: { offer($0) }) { damaged.increment() }
      }
    } catch {
      Log.error("the camera's pictures cannot be decoded: \(error)")
      packets.close()
    }
    tellEnd()
  }
}
