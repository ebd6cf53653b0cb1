import Glibc
import RetakeCodec
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// The camera against a kernel that plays a script.
@Suite struct V4L2CameraThreadTests {
  private static let impatient = V4L2Camera.Patience(
    stall: MediaTime(seconds: 0.5), firstPicture: MediaTime(seconds: 0.5), rest: MediaTime(seconds: 0.001))

  private static let formats = [
    CaptureFormat(
      code: "YUYV", subtype: .pixels(.yuyv422), width: 64, height: 48, frameRates: [Rational(240)]),
    CaptureFormat(code: "MJPG", subtype: .codec(.mjpeg), width: 64, height: 48, frameRates: [Rational(240)]),
    CaptureFormat(code: "MJPG", subtype: .codec(.mjpeg), width: 32, height: 24, frameRates: [Rational(240)]),
  ]

  private func camera(
    _ calls: ScriptedCalls, formats: [CaptureFormat] = V4L2CameraThreadTests.formats
  ) throws(RetakeError) -> V4L2Camera {
    try V4L2Camera(
      path: "/dev/scripted", name: "Scripted", formats: formats,
      chooser: FormatChooser(preset: .medium, frameRate: 240), calls: calls, patience: Self.impatient)
  }

  private func pictures(_ numbers: [UInt32]) -> [ScriptedCalls.Step] {
    numbers.map { .picture(sequence: $0) }
  }

  @Test func picturesComeWithTheirNumbersAndGapsAndEverythingIsGivenBack() throws {
    let calls = ScriptedCalls(steps: pictures([7, 8, 11]) + [.failure(ENODEV)])
    let contents = CameraRecorder.untilTheEnd(of: try camera(calls))
    #expect(contents.samples.map(\.stamp.sequence) == [0, 1, 4])
    #expect(
      contents.end
        == .lost(RetakeError(.deviceLost, "camera 'Scripted' was unplugged", advice: "Plug it in again.")))
    let state = calls.state.withLock { $0 }
    #expect(state.opened == 1 && state.closed == 1)
    #expect(calls.mapped.withLock { $0 } == 0)
  }

  @Test func aSignalInterruptsNothing() throws {
    let calls: [ScriptedCalls.Call] = [
      .open, .capabilities, .setFormat, .setFrameRate, .requestBuffers, .buffer, .queue, .streamOn, .dequeue,
      .wait,
    ]
    let failures = Dictionary(uniqueKeysWithValues: calls.map { ($0, [EINTR, EINTR]) })
    let kernel = ScriptedCalls(steps: pictures([0, 1]) + [.failure(ENODEV)], failures: failures)
    #expect(CameraRecorder.untilTheEnd(of: try camera(kernel)).samples.count == 2)
    #expect(kernel.state.withLock { $0.failures.values.allSatisfy(\.isEmpty) })
  }

  @Test func passingErrorsPassAndLastingOnesEndIt() throws {
    let passing = ScriptedCalls(
      steps: pictures([0]) + [.failure(EIO), .errorState(EAGAIN), .failure(EIO)] + pictures([1])
        + [.failure(ENODEV)])
    #expect(CameraRecorder.untilTheEnd(of: try camera(passing)).samples.count == 2)
    let lasting = ScriptedCalls(
      steps: pictures([0]) + Array(repeating: .failure(EIO), count: 100) + pictures([1]))
    let contents = CameraRecorder.untilTheEnd(of: try camera(lasting))
    #expect(contents.samples.count == 1)
    guard case .lost(let error) = contents.end else { return #expect(Bool(false), "it goes on") }
    #expect(error.code == .deviceSilent && error.message.contains("Input/output error"))
    let state = ScriptedCalls(steps: Array(repeating: .errorState(EAGAIN), count: 100))
    #expect(CameraRecorder.untilTheEnd(of: try camera(state)).end != .stopped)
  }

  @Test func aBridgeIsSetToWhatComesIn() throws {
    let calls = ScriptedCalls(steps: pictures([0]) + [.failure(ENODEV)])
    calls.state.withLock { $0.signal = V4L2Signal(width: 64, height: 48, frameRate: Rational(60)) }
    #expect(CameraRecorder.untilTheEnd(of: try camera(calls)).samples.count == 1)
    #expect(calls.state.withLock { $0.signalsFollowed } == 1)
    let silent = ScriptedCalls(failures: [.signal: [ENOLINK]])
    let error = #expect(throws: RetakeError.self) { try camera(silent) }
    #expect(error?.code == .deviceSilent && error?.message.contains("gets no picture") == true)
    #expect(silent.state.withLock { $0.opened == 1 && $0.closed == 1 })
  }

  @Test func aStreamOfItsOwnComesAsPacketsOfTheirOwnLength() throws {
    let formats = [
      CaptureFormat(code: "H264", subtype: .codec(.h264), width: 64, height: 48, frameRates: [Rational(240)])
    ]
    let calls = ScriptedCalls(
      steps: [
        .picture(sequence: 0, bytes: 1000), .picture(sequence: 1, bytes: 20),
        .picture(sequence: 2, flags: 0x2040),
        .picture(sequence: 3, bytes: 0), .picture(sequence: 4, bytes: 7), .failure(ENODEV),
      ])
    let contents = CameraRecorder.untilTheEnd(of: try camera(calls, formats: formats))
    let packets = contents.samples.compactMap { sample -> EncodedPacket? in
      if case .packet(let packet) = sample { packet } else { nil }
    }
    #expect(packets.map(\.sequence) == [0, 1, 4] && packets.map(\.byteCount) == [1000, 20, 7])
    // They hold no slab: a recorder may keep any number of them.
    #expect(packets.allSatisfy { $0.storage is PacketBytes })
  }

  @Test func headersThatCameBeforeTheStartAreKept() throws {
    let formats = [
      CaptureFormat(code: "H264", subtype: .codec(.h264), width: 64, height: 48, frameRates: [Rational(240)])
    ]
    let sets: [UInt8] = [0, 0, 0, 1, 0x67, 1, 2, 3, 0, 0, 0, 1, 0x68, 4]
    let calls = ScriptedCalls(
      steps: [5, 6, 7].map { .picture(sequence: $0, bytes: 30) } + [.failure(ENODEV)],
      contents: sets + [0, 0, 1, 0x65, 9])
    calls.state.withLock { $0.early = 2 }
    let contents = CameraRecorder.untilTheEnd(of: try camera(calls, formats: formats))
    let packets = contents.samples.compactMap { sample -> EncodedPacket? in
      if case .packet(let packet) = sample { packet } else { nil }
    }
    // Two were thrown away; what they began with comes as the second of them.
    #expect(packets.map(\.sequence) == [1, 2] && packets.map(\.byteCount) == [sets.count, 30])
    var watch = CodedStreamWatch(.h264)
    if case .headers = watch.look(at: try #require(packets.first)) {} else { Issue.record("no headers") }
  }

  @Test func aCameraWithoutAStreamIsRefusedWhereOneIsWanted() throws {
    let error = #expect(throws: RetakeError.self) {
      try V4L2Camera(
        path: "/dev/scripted", name: "Scripted", formats: Self.formats,
        chooser: FormatChooser(preset: .medium, isStreamWanted: true), calls: ScriptedCalls())
    }
    #expect(error?.code == .invalidArgument && error?.message.contains("--codec copy") == true)
  }

  @Test func damagedAndShortBuffersAreCountedNotShown() throws {
    let calls = ScriptedCalls(
      steps: [
        .picture(sequence: 0), .picture(sequence: 1, flags: 0x2040), .picture(sequence: 2, bytes: 100),
        .picture(sequence: 3, bytes: 0), .picture(sequence: 4), .failure(ENODEV),
      ])
    let camera = try camera(calls)
    let contents = CameraRecorder.untilTheEnd(of: camera)
    #expect(contents.samples.map(\.stamp.sequence) == [0, 4])
    #expect(camera.damagedFrames.count == 1 && camera.shortFrames.count == 2 && camera.lostFrames.count == 0)
  }

  @Test func badStampsBecomeTheTimeOfArrival() throws {
    let calls = ScriptedCalls(
      steps: [
        .picture(sequence: 0, age: nil), .picture(sequence: 1, flags: 0, age: 3),
        .picture(sequence: 2, age: -5),
        .picture(sequence: 3, age: 100_000), .failure(ENODEV),
      ])
    let camera = try camera(calls)
    let before = MonotonicClock.now
    let times = CameraRecorder.untilTheEnd(of: camera).samples.map(\.stamp.time)
    #expect(times.count == 4 && camera.restampedFrames.count == 4)
    #expect(times == times.sorted() && Set(times).count == 4)
    #expect(times.allSatisfy { $0 > before && $0 <= MonotonicClock.now })
  }

  @Test func aStallEndsIt() throws {
    for steps in [[], pictures([0, 1])] {
      let calls = ScriptedCalls(steps: steps)
      let contents = CameraRecorder.untilTheEnd(of: try camera(calls))
      guard case .lost(let error) = contents.end else { return #expect(Bool(false), "it goes on") }
      #expect(error.code == .deviceSilent && error.message.contains("no picture"))
      #expect(contents.samples.count == steps.count && calls.state.withLock { $0.closed } == 1)
    }
  }

  @Test func aCameraThatIsNeverStartedIsClosed() throws {
    let calls = ScriptedCalls(steps: pictures([0]))
    var opened: V4L2Camera? = try camera(calls)
    #expect(opened?.format.width == 64 && calls.state.withLock { $0.opened == 1 && $0.closed == 0 })
    opened = nil
    #expect(calls.state.withLock { $0.closed } == 1 && calls.mapped.withLock { $0 } == 0)
  }

  @Test func stoppingEndsTheWaiting() throws {
    let calls = ScriptedCalls(steps: pictures([0]))
    let patience = V4L2Camera.Patience(stall: MediaTime(seconds: 600), firstPicture: MediaTime(seconds: 600))
    let camera = try V4L2Camera(
      path: "/dev/scripted", name: "Scripted", formats: Self.formats, chooser: FormatChooser(preset: .medium),
      calls: calls, patience: patience)
    let recorder = CameraRecorder()
    camera.start(epoch: .zero, sink: recorder)
    _ = recorder.contents.wait { $0.samples.isEmpty ? nil : true }
    camera.stop()
    camera.join()
    #expect(recorder.contents.withLock { $0.end } == .stopped)
    #expect(calls.mapped.withLock { $0 } == 0)
  }

  @Test func picturesFromBeforeTheStartAreLeftOut() throws {
    let calls = ScriptedCalls(steps: [
      .picture(sequence: 0, age: 0.4), .picture(sequence: 1), .failure(ENODEV),
    ])
    let recorder = CameraRecorder()
    let camera = try camera(calls)
    camera.start(epoch: MonotonicClock.now - MediaTime(seconds: 0.2), sink: recorder)
    camera.join()
    #expect(recorder.contents.withLock { $0.samples.map(\.stamp.sequence) } == [1])
  }

  @Test func aFullBusTakesASmallerFormatAndIsNeverAFullDisk() throws {
    let calls = ScriptedCalls(steps: [.failure(ENODEV)], failures: [.streamOn: [ENOSPC]])
    let camera = try camera(calls)
    #expect(camera.format.subtype == .codec(.mjpeg) && camera.format.width == 64)
    #expect(calls.state.withLock { $0.formatsTried } == ["YUYV 64x48", "MJPG 64x48"])
    _ = CameraRecorder.untilTheEnd(of: camera)
    let state = calls.state.withLock { $0 }
    #expect(state.opened == 2 && state.closed == 2)

    let full = ScriptedCalls(failures: [.streamOn: [ENOSPC, ENOSPC, ENOSPC]])
    let error = #expect(throws: RetakeError.self) { _ = try self.camera(full) }
    #expect(error?.code == .busFull && error?.message.contains("USB") == true)
    #expect(error?.message.contains("disk") == false && error?.message.contains("space") == false)
    #expect(full.state.withLock { $0.opened == $0.closed } && full.mapped.withLock { $0 } == 0)
  }

  @Test(arguments: [
    (ScriptedCalls.Call.open, ENOENT, RetakeError.Code.deviceMissing), (.open, ENODEV, .deviceMissing),
    (.open, EACCES, .deviceNotPermitted), (.setFormat, EBUSY, .deviceBusy),
    (.requestBuffers, EBUSY, .deviceBusy),
    (.streamOn, EBUSY, .deviceBusy), (.streamOn, ENODEV, .deviceMissing), (.setFormat, ENOTTY, .deviceLost),
  ])
  func whatStandsInTheWayIsSaid(_ call: ScriptedCalls.Call, _ code: Int32, _ expected: RetakeError.Code) {
    let calls = ScriptedCalls(failures: [call: [code]])
    let error = #expect(throws: RetakeError.self) { _ = try camera(calls) }
    #expect(error?.code == expected && error?.advice.isEmpty == false)
    #expect(calls.state.withLock { $0.opened == $0.closed } && calls.mapped.withLock { $0 } == 0)
  }

  @Test func aCameraThatWouldNotStartIsAskedOnceMore() throws {
    let calls = ScriptedCalls(steps: pictures([0]) + [.failure(ENODEV)], failures: [.streamOn: [EIO]])
    #expect(CameraRecorder.untilTheEnd(of: try camera(calls)).samples.count == 1)
    let never = ScriptedCalls(failures: [.streamOn: [EIO, EIO]])
    #expect(throws: RetakeError.self) { _ = try self.camera(never) }
  }

  @Test func paddingBetweenRowsIsLeftOut() throws {
    let calls = ScriptedCalls(steps: pictures([0]) + [.failure(ENODEV)], padding: 22)
    let contents = CameraRecorder.untilTheEnd(of: try camera(calls))
    guard case .frame(let frame) = contents.samples.first else { return #expect(Bool(false), "no frame") }
    let second = frame.storage.withPlane(0) { bytes in
      (0..<4).map { bytes.byte(at: frame.strides[0] + $0) }
    }
    // Row 1 begins at byte 150 of the driver's buffer.
    #expect(second == [150, 151, 152, 153])
  }

  @Test func compressedPicturesArePackets() throws {
    let calls = ScriptedCalls(steps: [.picture(sequence: 0, bytes: 77), .failure(ENODEV)])
    let camera = try camera(calls, formats: [Self.formats[1]])
    guard case .packet(let packet) = CameraRecorder.untilTheEnd(of: camera).samples.first else {
      return #expect(Bool(false), "no packet")
    }
    #expect(packet.byteCount == 77 && packet.isKeyFrame && camera.format.color == .jpeg)
    #expect(packet.storage.withPlane(0) { $0.byte(at: 76) } == 76)
  }

  @Test func aCameraWithoutReadableFormatsSaysSo() {
    let formats = [CaptureFormat(code: "HSV3", subtype: nil, width: 64, height: 48, frameRates: [])]
    let error = #expect(throws: RetakeError.self) { _ = try camera(ScriptedCalls(), formats: formats) }
    #expect(error?.code == .notSupported)
  }

  @Test func fiftyPullsLeaveNothingBehind() throws {
    let calls = ScriptedCalls()
    for _ in 0..<50 {
      calls.state.withLock { $0.steps = pictures([0, 1]) + [.failure(ENODEV)] }
      #expect(CameraRecorder.untilTheEnd(of: try camera(calls)).samples.count == 2)
    }
    let state = calls.state.withLock { $0 }
    #expect(state.opened == 50 && state.closed == 50 && state.streamsStarted == 50)
    #expect(calls.mapped.withLock { $0 } == 0)
  }
}
