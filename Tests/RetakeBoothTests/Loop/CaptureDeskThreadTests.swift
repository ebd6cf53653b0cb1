import Foundation
import Retake
import RetakeDevices
import RetakeKiosk
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeBooth

/// The kiosk's devices, on a machine where they come and go: under ThreadSanitizer too.
@Suite struct CaptureDeskThreadTests {
  private let machine = FakeMachine()
  private let mailbox = Mailbox()
  /// What was told and not looked at yet.
  private let told = Monitor<[String]>([])

  private func desk(_ change: (inout Config) -> Void = { _ in }) throws -> CaptureDesk {
    var config = Config()
    config.encoder = try #require(EncoderChoice("libx264:ultrafast"))
    change(&config)
    let settings = try MovieFileSettings(config, usualLimit: nil)
    let desk = CaptureDesk(config, settings: settings, mailbox: mailbox, opener: machine)
    desk.start()
    return desk
  }

  /// What the desk has told, in words, up to and with the first that begins with `last`.
  private func messages(until last: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    let deadline = Date(timeIntervalSinceNow: 30)
    while deadline > .now {
      let news = mailbox.takeAll().compactMap(Self.word)
      let words = told.withLock { told -> [String]? in
        told += news
        guard let end = told.firstIndex(where: { $0.hasPrefix(last) }) else { return nil }
        defer { told.removeFirst(end + 1) }
        return Array(told[...end])
      }
      if let words { return words }
      usleep(2000)
    }
    Issue.record("\(last) was not told, but \(told.withLock { $0 })", sourceLocation: sourceLocation)
    return []
  }

  private static func word(_ message: BoothMessage) -> String? {
    switch message {
    case .cameraOpened(let camera): "camera \(camera.id)\(camera.isStandIn ? " stands in" : "")"
    case .cameraFailed(let error): "no camera: \(error.code)"
    case .cameraLost(let error): "camera lost: \(error.code)"
    case .microphoneOpened(let microphone): "microphone \(microphone?.id ?? "none")"
    case .microphoneFailed(let error): "no microphone: \(error.code)"
    case .microphoneLost(let error): "microphone lost: \(error.code)"
    case .event(.changed(let generation, .done)): "changed \(generation)"
    case .event(.changed(let generation, .refused(let code, _))): "refused \(generation): \(code.rawValue)"
    case .recordingFinished(let generation, _, let result): "take \(generation): \(result.reason.rawValue)"
    default: nil
    }
  }

  private func end(_ desk: CaptureDesk) {
    desk.end()
    desk.join()
  }

  @Test func theTestDevicesStandInUntilARealCameraComes() throws {
    let desk = try desk()
    desk.open(allowsStandIn: true)
    #expect(messages(until: "microphone") == ["camera test stands in", "microphone test"])
    machine.plug(camera: "cam")
    desk.open(allowsStandIn: true)
    // Its test microphone goes with the test camera.
    #expect(messages(until: "no microphone") == ["camera cam", "no microphone: deviceMissing"])
    machine.plug(microphone: "mic")
    desk.openMicrophone()
    #expect(messages(until: "microphone") == ["microphone mic"])
    end(desk)
  }

  @Test func nothingStandsInForACameraThatWasAskedFor() throws {
    let desk = try desk { $0.camera = .device("cam") }
    desk.open(allowsStandIn: true)
    #expect(messages(until: "no camera").first == "no camera: deviceMissing")
    machine.plug(camera: "cam")
    machine.plug(microphone: "mic")
    desk.open(allowsStandIn: true)
    #expect(messages(until: "microphone").suffix(2) == ["camera cam", "microphone mic"])
    end(desk)
  }

  @Test func aPulledCameraIsToldAndFoundAgain() throws {
    machine.plug(camera: "cam")
    machine.plug(microphone: "mic")
    let desk = try desk()
    desk.open(allowsStandIn: false)
    #expect(messages(until: "microphone") == ["camera cam", "microphone mic"])
    for _ in 0..<5 {
      machine.pull("cam")
      #expect(messages(until: "camera lost") == ["camera lost: deviceLost"])
      desk.loseCamera()
      desk.open(allowsStandIn: false)
      #expect(messages(until: "microphone") == ["no camera: deviceMissing", "microphone mic"])
      machine.plug(camera: "cam")
      desk.open(allowsStandIn: false)
      #expect(messages(until: "microphone") == ["camera cam", "microphone mic"])
    }
    end(desk)
  }

  @Test func aPulledMicrophoneComesBackWithinATake() throws {
    machine.plug(camera: "cam")
    machine.plug(microphone: "mic")
    let desk = try desk()
    desk.open(allowsStandIn: false)
    _ = messages(until: "microphone")
    try withFolder { folder in
      let place = TakePlace(id: "x", path: folder.path + "/x.mp4")
      desk.record(to: place, generation: 1, pressed: nil)
      while desk.progress(generation: 1)?.limitStart == nil { usleep(2000) }
      machine.pull("mic")
      #expect(messages(until: "microphone lost") == ["microphone lost: deviceLost"])
      machine.plug(microphone: "mic")
      desk.openMicrophone()
      #expect(messages(until: "microphone") == ["microphone mic"])
      // The camera is not to be changed meanwhile.
      machine.plug(camera: "other")
      desk.change(.camera("other"), generation: 2)
      #expect(messages(until: "refused").contains("refused 2: wrong_state"))
      desk.stop(generation: 1)
      #expect(messages(until: "take") == ["take 1: stopped"])
      end(desk)
    }
  }

  @Test func camerasAreChangedAndOneThatFailsIsRefused() throws {
    machine.plug(camera: "left")
    machine.plug(camera: "right")
    machine.fault("bad", RetakeError(.deviceBusy, "held", party: "cheese (process 7)"))
    let desk = try desk { $0.microphone = .none }
    desk.open(allowsStandIn: false)
    #expect(messages(until: "microphone") == ["camera left", "microphone none"])
    desk.change(.camera("right"), generation: 1)
    #expect(messages(until: "changed") == ["microphone none", "camera right", "changed 1"])
    desk.change(.camera("bad"), generation: 2)
    #expect(messages(until: "refused") == ["camera right", "refused 2: device"])
    desk.change(.camera("none"), generation: 3)
    #expect(messages(until: "refused").last == "refused 3: bad_argument")
    // What was chosen is pulled out: another one will do.
    machine.pull("right")
    _ = messages(until: "camera lost")
    desk.loseCamera()
    desk.open(allowsStandIn: false)
    #expect(messages(until: "camera") == ["camera left"])
    end(desk)
  }

  @Test func takesHaveASilentTrackWhereAMicrophoneIsWanted() throws {
    machine.plug(camera: "cam")
    for (microphone, hasSound) in [(DeviceSpec.auto, true), (.none, false)] {
      let desk = try desk { $0.microphone = microphone }
      desk.open(allowsStandIn: false)
      _ = messages(until: microphone == .none ? "microphone" : "no microphone")
      try withFolder { folder in
        desk.record(to: TakePlace(id: "x", path: folder.path + "/x.mp4"), generation: 1, pressed: nil)
        while desk.progress(generation: 1)?.limitStart == nil { usleep(2000) }
        usleep(400_000)
        desk.stop(generation: 1)
        var hasTrack: Bool?
        while hasTrack == nil {
          for case .recordingFinished(_, _, let result) in mailbox.takeAll() {
            hasTrack = result.audio != nil
          }
          usleep(2000)
        }
        #expect(hasTrack == hasSound)
        end(desk)
      }
    }
  }
}
