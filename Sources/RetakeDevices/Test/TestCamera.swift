package import RetakeMedia
package import RetakeRuntime

/// A camera that draws its pictures itself (`TestPattern`), so that everything works without a real one.
///
/// Frame `n` is taken at epoch + n periods exactly, and delivered when that moment has come. Like a real
/// camera it cannot wait: a frame that it is too late for, or that finds no free slab, is lost, which shows
/// as a gap in the numbers.
package final class TestCamera: CameraSource {
  package let format: VideoFormat
  package let isPatient = false
  /// What it imitates.
  package let spec: TestCameraSpec
  /// Frames that it was more than a period late for.
  package let lateFrames = Counter()
  /// Frames that found all slabs in use, or could not be encoded.
  package let lostFrames = Counter()
  private let thread = SourceThread(name: "test-camera")

  /// What a late thread can still deliver, as a camera's driver keeps buffers; older pictures are lost.
  private static let backlog = MediaTime(nanoseconds: 500_000_000)

  /// A camera that is ready to start.
  package init(_ spec: TestCameraSpec) {
    self.spec = spec
    format = spec.format
  }

  package func start(epoch: MediaTime, sink: any CameraSink) {
    thread.start { [self] in sink.cameraEnded(run(epoch: epoch, sink: sink)) }
  }

  package func stop() {
    thread.stop()
  }

  package func join() {
    thread.join()
  }

  /// The body of the thread: why it ended.
  private func run(epoch: MediaTime, sink: any CameraSink) -> SourceEnd {
    var producer: TestPictureProducer
    do {
      producer = try TestPictureProducer(format, sensor: spec.sensor)
    } catch {
      return .lost(RetakeError(.deviceLost, "test camera: its pictures cannot be made: \(error)"))
    }
    let rate = format.frameRate
    var number: UInt64 = 0
    while thread.wait(until: epoch + TestClock.time(ofFrame: number, rate: rate)) {
      let oldest = TestClock.frame(at: MonotonicClock.now - epoch - Self.backlog, rate: rate)
      while number < oldest {
        lateFrames.increment()
        number += 1
      }
      if let sample = producer.sample(number, epoch: epoch) {
        sink.cameraDelivered(sample)
      } else {
        lostFrames.increment()
      }
      number += 1
    }
    return .stopped
  }
}
