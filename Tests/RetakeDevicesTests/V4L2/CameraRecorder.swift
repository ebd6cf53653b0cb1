import RetakeMedia
import RetakeRuntime

@testable import RetakeDevices

/// Keeps what a camera delivers; a test waits for it.
final class CameraRecorder: CameraSink {
  struct Contents {
    var samples: [CameraSample] = []
    var end: SourceEnd?
  }
  let contents = Monitor(Contents())

  func cameraDelivered(_ sample: CameraSample) {
    contents.withLock { $0.samples.append(sample) }
  }

  func cameraEnded(_ end: SourceEnd) {
    contents.withLock { $0.end = end }
  }

  /// Starts `camera` and lets it run until it ends by itself.
  static func untilTheEnd(of camera: V4L2Camera) -> Contents {
    let recorder = CameraRecorder()
    camera.start(epoch: MonotonicClock.now - MediaTime(seconds: 10), sink: recorder)
    camera.join()
    return recorder.contents.withLock { $0 }
  }
}

extension CameraSample {
  /// Its number and its time.
  var stamp: (sequence: UInt64, time: MediaTime) {
    switch self {
    case .frame(let frame): (frame.sequence, frame.time)
    case .packet(let packet): (packet.sequence, packet.presentationTime)
    }
  }
}
