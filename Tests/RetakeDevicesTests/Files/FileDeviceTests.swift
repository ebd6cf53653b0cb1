import Fixtures
import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// Keeps what is delivered, and may be slow.
private final class Keeper: CameraSink, MicrophoneSink {
  struct Contents {
    var numbers: [UInt64] = []
    var times: [MediaTime] = []
    var early = 0
    var end: SourceEnd?
  }
  let contents = Monitor(Contents())
  private let delay: Double

  init(delay: Double = 0) { self.delay = delay }

  func cameraDelivered(_ sample: CameraSample) {
    let time =
      switch sample {
      case .frame(let frame): frame.time
      case .packet(let packet): packet.presentationTime
      }
    keep(sample.sequence, time)
    if delay > 0 { Thread.sleep(forTimeInterval: delay) }
  }

  func microphoneDelivered(_ block: AudioBlock) { keep(0, block.time) }

  private func keep(_ number: UInt64, _ time: MediaTime) {
    let now = MonotonicClock.now
    contents.withLock {
      $0.numbers.append(number)
      $0.times.append(time)
      if now < time { $0.early += 1 }
    }
  }

  func cameraEnded(_ end: SourceEnd) { contents.withLock { $0.end = end } }
  func microphoneEnded(_ end: SourceEnd) { contents.withLock { $0.end = end } }

  func wait(for count: Int) { _ = contents.wait { $0.times.count >= count || $0.end != nil ? true : nil } }
  func waitForEnd() -> SourceEnd? { contents.wait { $0.end } }
}

@Suite struct FileDeviceTests {
  @Test func bothDevicesOfAFileAreInStepAndInRealTime() throws {
    let path = try TestMedia.make(
      "clip.mkv",
      "-itsoffset 0.1 -f lavfi -i testsrc2=s=64x48:r=50:d=0.3 -f lavfi -i sine=r=48000:d=0.4 -c:v libx264 "
        + "-bf 0 -c:a pcm_s16le")
    let camera = try FileCamera(path: path)
    let microphone = try FileMicrophone(path: path)
    #expect(camera.isPatient && microphone.isPatient)
    #expect(microphone.format == AudioFormat(sampleRate: 48_000, channels: 1))
    let (pictures, sound) = (Keeper(), Keeper())
    let epoch = MonotonicClock.now
    camera.start(epoch: epoch, sink: pictures)
    microphone.start(epoch: epoch, sink: sound)
    pictures.wait(for: 20)
    sound.wait(for: 20)
    camera.stop()
    microphone.stop()
    camera.join()
    microphone.join()
    let seen = pictures.contents.withLock { $0 }
    let heard = sound.contents.withLock { $0 }
    #expect(seen.end == .stopped && heard.end == .stopped)
    #expect(seen.early == 0 && heard.early == 0)
    #expect(seen.times[0] == epoch + MediaTime(seconds: 0.1) && heard.times[0] == epoch)
    #expect(seen.times[15] == epoch + MediaTime(seconds: 0.5))
    #expect(Array(seen.numbers.prefix(20)) == Array(0..<20))
    #expect(heard.times.contains(epoch + MediaTime(seconds: 0.4)))
  }

  @Test func aLateReaderGetsEveryPicture() throws {
    let path = try TestMedia.make("clip.avi", "-f lavfi -i testsrc2=s=64x48:r=200:d=0.1 -c:v mjpeg")
    let camera = try FileCamera(path: path)
    let keeper = Keeper(delay: 0.008)
    camera.start(epoch: MonotonicClock.now, sink: keeper)
    keeper.wait(for: 50)
    camera.stop()
    camera.join()
    let numbers = keeper.contents.withLock { $0.numbers }
    #expect(numbers == Array(0..<UInt64(numbers.count)))
  }

  @Test func stopEndsALongWait() throws {
    let path = try TestMedia.make("slow.mkv", "-f lavfi -i testsrc2=s=64x48:r=1/30 -frames:v 3 -c:v libx264")
    let camera = try FileCamera(path: path)
    let keeper = Keeper()
    camera.start(epoch: MonotonicClock.now, sink: keeper)
    keeper.wait(for: 1)
    camera.stop()
    camera.join()
    #expect(keeper.contents.withLock { $0.times.count } == 1)
    #expect(keeper.waitForEnd() == .stopped)
  }

  /// A pipe with a name, and a thread that writes `bytes` into it and then closes it, or keeps it open.
  private func pipe(_ bytes: Data, closes: Bool) throws -> String {
    let path = TestMedia.path("fifo")
    let made = unsafe mkfifo(path, 0o600)
    try #require(made == 0)
    // Open for both, so that neither side waits for the other one here.
    let descriptor = unsafe open(path, O_RDWR)
    Thread.detachNewThread {
      try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: bytes)
      if closes { close(descriptor) }
    }
    return path
  }

  @Test func aPipeIsPlayedOnceAndLostAtItsEnd() throws {
    // More than a pipe holds, so that the writer is there until all is read.
    let clip = try TestMedia.make("clip.mjpeg", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 300 -c:v mjpeg")
    let camera = try FileCamera(path: pipe(Data(contentsOf: URL(filePath: clip)), closes: true))
    let keeper = Keeper()
    camera.start(epoch: MonotonicClock.now - MediaTime(seconds: 20), sink: keeper)
    let end = keeper.waitForEnd()
    camera.join()
    guard case .lost(let error) = end else {
      Issue.record("a pipe must end")
      return
    }
    #expect(error.code == .deviceLost && keeper.contents.withLock { $0.numbers } == Array(0..<300))
  }

  @Test func anMP4WithItsIndexBehindCannotBeStreamed() throws {
    let clip = "-f lavfi -i testsrc2=s=320x240:r=25:d=2 -c:v mjpeg -q:v 2"
    for (options, isStreamable) in [("", false), ("-movflags +faststart", true)] {
      let bytes = try Data(contentsOf: URL(filePath: TestMedia.make("clip.mp4", "\(clip) \(options)")))
      // More than the reader's buffer, in which it could go back.
      try #require(bytes.count > 256 * 1024)
      let path = try pipe(bytes, closes: true)
      guard !isStreamable else {
        #expect(try FileCamera(path: path).format.width == 320)
        continue
      }
      let error = #expect(throws: RetakeError.self) { _ = try FileCamera(path: path) }
      #expect(error?.code == .deviceMissing && error?.message.contains("cannot be streamed") == true)
      #expect(error?.advice.contains("Matroska") == true)
    }
  }

  @Test func stopEndsAWaitForAPipesWriter() throws {
    let clip = try TestMedia.make("clip.mjpeg", "-f lavfi -i testsrc2=s=64x48:r=25 -frames:v 300 -c:v mjpeg")
    let camera = try FileCamera(path: pipe(Data(contentsOf: URL(filePath: clip)), closes: false))
    let keeper = Keeper()
    camera.start(epoch: MonotonicClock.now - MediaTime(seconds: 20), sink: keeper)
    // The last picture is only known to be whole when the next one begins.
    keeper.wait(for: 299)
    camera.stop()
    camera.join()
    #expect(keeper.waitForEnd() == .stopped)
    #expect(keeper.contents.withLock { $0.numbers.count } >= 299)
  }

  @Test func whatCannotBeADeviceIsNamedOnOneLine() throws {
    let text = try TestMedia.write(Data("no video\n".utf8), "line\nbreak.txt")
    let silent = try TestMedia.make("silent.mkv", "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -c:v libx264")
    for path in [text, "/nowhere/clip.mp4", "/tmp"] {
      let error = #expect(throws: RetakeError.self) { _ = try FileCamera(path: path) }
      #expect(error?.code == .deviceMissing)
      #expect(error?.message.contains("\n") == false && error?.advice.contains("\n") == false)
    }
    let missing = #expect(throws: RetakeError.self) { _ = try FileCamera(path: "/nowhere/clip.mp4") }
    #expect(missing?.message == "file:/nowhere/clip.mp4 cannot be the camera: No such file or directory")
    let mute = #expect(throws: RetakeError.self) { _ = try FileMicrophone(path: silent) }
    #expect(mute?.code == .deviceMissing)
    #expect(mute?.message == "file:\(silent) cannot be the microphone: it has no sound")
  }
}
