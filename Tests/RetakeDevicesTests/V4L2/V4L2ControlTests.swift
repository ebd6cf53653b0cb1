import Glibc
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

@Suite struct V4L2ControlTests {
  private func controls(_ calls: ScriptedCalls) -> V4L2Controls {
    calls.state.withLock { state in
      state.controls = [
        CameraControl(
          id: 10, name: "exposure", kind: .integer, minimum: 3, maximum: 2047, step: 4, defaultValue: 250,
          value: 250, isActive: true),
        CameraControl(
          id: 20, name: "auto_exposure", kind: .menu([1: "Manual", 3: "Aperture"]), minimum: 0, maximum: 3,
          step: 1, defaultValue: 3, value: 3, isActive: true),
        CameraControl(
          id: 0x98_0912, name: "gain_automatic", kind: .boolean, minimum: 0, maximum: 1, step: 1,
          defaultValue: 1, value: 1, isActive: true),
        CameraControl(
          id: 0x98_0913, name: "gain", kind: .integer, minimum: 0, maximum: 255, step: 1, defaultValue: 100,
          value: 100, isActive: false),
        CameraControl(
          id: 0x98_0914, name: "press", kind: .button, minimum: 0, maximum: 0, step: 1, defaultValue: 0,
          value: 0, isActive: true),
        CameraControl(
          id: 0x98_0915, name: "bits", kind: .bitmask, minimum: 0, maximum: 0x8000_2000, step: 1,
          defaultValue: 0x8000_2000, value: 0, isActive: true),
        CameraControl(
          id: 0x98_0916, name: "caption", kind: .other("string"), minimum: 1, maximum: 9, step: 1,
          defaultValue: 0, value: 0, isActive: true),
        CameraControl(
          id: 0x9A_0902, name: "exposure_time_absolute", kind: .integer, minimum: 1, maximum: 5, step: 1,
          defaultValue: 1, value: 1, isActive: false),
      ]
      var told = state.controls[0]
      (told.id, told.name, told.isReadOnly) = (0x98_0917, "pixels", true)
      state.controls.append(told)
      state.controls.sort { $0.id < $1.id }
    }
    return V4L2Controls(path: "/dev/scripted", calls: calls)
  }

  /// How setting a control is refused.
  private func refusal(_ value: Int, _ name: String, _ calls: ScriptedCalls = ScriptedCalls()) -> RetakeError?
  {
    do throws(RetakeError) {
      _ = try controls(calls).set(value, of: name)
      return nil
    } catch {
      // Nothing has been set.
      #expect(calls.state.withLock { $0.controlsSet.isEmpty && $0.opened == $0.closed })
      return error
    }
  }

  @Test func headingsArePassedOver() {
    #expect(controls(ScriptedCalls()).all().map(\.name).prefix(2) == ["exposure", "auto_exposure"])
    #expect(V4L2Controls(path: "", calls: ScriptedCalls(failures: [.open: [ENODEV]])).all().isEmpty)
  }

  @Test(arguments: [(100, 99), (102, 103), (3, 3), (2047, 2047), (2046, 2047)])
  func aValueIsBroughtToAStep(_ wish: Int, _ value: Int) throws {
    let calls = ScriptedCalls()
    #expect(try controls(calls).set(wish, of: "exposure").value == value)
    #expect(calls.state.withLock { $0.opened == 1 && $0.closed == 1 })
  }

  @Test(arguments: [("gain", "'gain_automatic' is 1: set that to 0"), ("exposure_time_absolute", "decides")])
  func whatTheCameraDecidesAboutIsRefusedAndSaysBecauseOfWhat(_ name: String, _ words: String) {
    let error = refusal(5, name)
    #expect(error?.code == .wrongState && error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    (-5, "exposure"), (99_999, "exposure"), (.max, "exposure"), (.min, "exposure"), (2, "auto_exposure"),
    (2, "gain_automatic"), (256, "gain"), (1, "bits"), (-1, "bits"), (1 << 33, "bits"), (7, "pixels"),
  ])
  func whatIsNoValueIsABadArgument(_ value: Int, _ name: String) {
    #expect(refusal(value, name)?.code == .invalidArgument)
  }

  @Test func aHoleInAMenuSaysWhatThereIs() {
    #expect(refusal(2, "auto_exposure")?.message.hasSuffix("one of 1 (Manual), 3 (Aperture)") == true)
    #expect(refusal(1, "caption")?.code == .notSupported)
  }

  @Test(arguments: [1, 0, 7])
  func aButtonIsPressedWithWhatever(_ value: Int) throws {
    let calls = ScriptedCalls()
    _ = try controls(calls).set(value, of: "press")
    #expect(calls.state.withLock { $0.controlsSet } == [value])
  }

  @Test func bitsHaveNoSign() throws {
    let calls = ScriptedCalls()
    let list = controls(calls)
    // As the kernel's 32 bits come back.
    #expect(try list.set(0x8000_0000, of: "bits").value == 0x8000_0000)
    #expect(calls.state.withLock { $0.controls.first { $0.name == "bits" }?.value } == -0x8000_0000)
  }

  @Test func whatIsKeptIsSetAsFarAsTheCameraLetsOne() {
    let calls = ScriptedCalls()
    let problems = controls(calls).set(["gain": 7, "exposure": 2047, "auto_exposure": 2, "zoom": 1])
    #expect(problems.map(\.code) == [.invalidArgument, .invalidArgument])
    #expect(calls.state.withLock { $0.controlsSet } == [2047])
  }

  @Test func whatTheCameraHasNotOrRefusesIsSaid() {
    let missing = #expect(throws: RetakeError.self) { _ = try controls(ScriptedCalls()).set(1, of: "zoom") }
    #expect(missing?.code == .invalidArgument && missing?.message.contains("'zoom'") == true)
    for (code, expected) in [
      (EBUSY, .wrongState), (EACCES, .wrongState), (EINVAL, .invalidArgument), (ERANGE, .invalidArgument),
      (ENODEV, .deviceLost), (EIO, .failed),
    ] as [(Int32, RetakeError.Code)] {
      #expect(refusal(7, "exposure", ScriptedCalls(failures: [.setControl: [code]]))?.code == expected)
    }
  }
}
