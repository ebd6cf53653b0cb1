import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// Keeps what is delivered; a test waits for it.
private final class Recorder: CameraSink, MicrophoneSink {
  struct Contents {
    var samples: [CameraSample] = []
    var blocks: [AudioBlock] = []
    var ends: [SourceEnd] = []
    var deliveredAfterEnd = false
  }
  let contents = Monitor(Contents())

  func cameraDelivered(_ sample: CameraSample) {
    contents.withLock {
      $0.samples.append(sample)
      if !$0.ends.isEmpty { $0.deliveredAfterEnd = true }
    }
  }

  func cameraEnded(_ end: SourceEnd) {
    contents.withLock { $0.ends.append(end) }
  }

  func microphoneDelivered(_ block: AudioBlock) {
    contents.withLock {
      $0.blocks.append(block)
      if !$0.ends.isEmpty { $0.deliveredAfterEnd = true }
    }
  }

  func microphoneEnded(_ end: SourceEnd) {
    contents.withLock { $0.ends.append(end) }
  }
}

@Suite struct TestDeviceThreadTests {
  @Test(arguments: ["64x48@200", "64x48@200,format=mjpeg"])
  func theCameraDeliversStampedFramesUntilItIsStopped(_ text: String) throws {
    let camera = TestCamera(try TestCameraSpec(text))
    let recorder = Recorder()
    let epoch = MonotonicClock.now
    camera.start(epoch: epoch, sink: recorder)
    _ = recorder.contents.wait { $0.samples.count >= 4 ? true : nil }
    camera.stop()
    camera.join()
    let contents = recorder.contents.withLock { $0 }
    #expect(contents.ends == [.stopped] && !contents.deliveredAfterEnd)
    var last: UInt64?
    for sample in contents.samples {
      let (time, number) =
        switch sample {
        case .frame(let frame): (frame.time, frame.sequence)
        case .packet(let packet): (packet.presentationTime, packet.sequence)
        }
      #expect(time == epoch + Rational(200).time(of: Int64(number)))
      if let last { #expect(number > last) }
      last = number
    }
    #expect(camera.format.frameRate == Rational(200) && !camera.isPatient)
  }

  @Test func aCameraThatIsLateSkipsNumbers() throws {
    let camera = TestCamera(try TestCameraSpec("16x16@100"))
    let recorder = Recorder()
    camera.start(epoch: MonotonicClock.now - MediaTime(seconds: 2), sink: recorder)
    let first = recorder.contents.wait { $0.samples.first }
    camera.stop()
    camera.join()
    guard case .frame(let frame) = first else {
      Issue.record("no frame")
      return
    }
    // Two seconds late, of which half a second is still there, as in a driver's buffers.
    #expect(frame.sequence >= 150 && camera.lateFrames.count >= 149)
  }

  @Test func stopEndsTheWaitForAFarEpoch() throws {
    let camera = TestCamera(TestCameraSpec())
    let recorder = Recorder()
    camera.start(epoch: MonotonicClock.now + MediaTime(seconds: 3600), sink: recorder)
    camera.stop()
    camera.join()
    #expect(recorder.contents.withLock { $0.samples.isEmpty && $0.ends == [.stopped] })
  }

  @Test func theMicrophoneDeliversStampedBlocksUntilItIsStopped() throws {
    let microphone = TestMicrophone(try TestMicrophoneSpec("rate=1.001"))
    let recorder = Recorder()
    let epoch = MonotonicClock.now
    microphone.start(epoch: epoch, sink: recorder)
    _ = recorder.contents.wait { $0.blocks.count >= 3 ? true : nil }
    microphone.stop()
    microphone.join()
    let contents = recorder.contents.withLock { $0 }
    #expect(contents.ends == [.stopped] && !contents.deliveredAfterEnd)
    for block in contents.blocks {
      #expect(block.format == AudioFormat(sampleRate: 48_000, channels: 1) && block.frameCount == 480)
      // Whole blocks since the epoch, of 480 samples at 48048 a second.
      let blocks = ((block.time - epoch).seconds * 48_048 / 480).rounded()
      #expect(abs((block.time - epoch).seconds - blocks * 480 / 48_048) < 2e-9)
    }
    #expect(!microphone.isPatient)
  }

  @Test func aMicrophoneThatIsVeryLateDropsWhatACardWouldNotKeep() throws {
    let microphone = TestMicrophone(TestMicrophoneSpec())
    let recorder = Recorder()
    let epoch = MonotonicClock.now - MediaTime(seconds: 60)
    microphone.start(epoch: epoch, sink: recorder)
    let first = recorder.contents.wait { $0.blocks.first }
    microphone.stop()
    microphone.join()
    #expect(try #require(first).time - epoch > MediaTime(seconds: 59))
    #expect(microphone.lostBlocks.count > 5900)
  }
}
