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
      ]
    }
    return V4L2Controls(path: "/dev/scripted", calls: calls)
  }

  @Test func headingsArePassedOver() {
    #expect(controls(ScriptedCalls()).all().map(\.name) == ["exposure", "auto_exposure"])
    #expect(V4L2Controls(path: "", calls: ScriptedCalls(failures: [.open: [ENODEV]])).all().isEmpty)
  }

  @Test(arguments: [(100, 99), (102, 103), (-5, 3), (99_999, 2047)])
  func aValueIsBroughtToAStepWithinTheLimits(_ wish: Int, _ value: Int) throws {
    let calls = ScriptedCalls()
    #expect(try controls(calls).set(wish, of: "exposure").value == value)
    #expect(calls.state.withLock { $0.opened == 1 && $0.closed == 1 })
  }

  @Test func whatTheCameraHasNotOrRefusesIsSaid() {
    let missing = #expect(throws: RetakeError.self) { _ = try controls(ScriptedCalls()).set(1, of: "zoom") }
    #expect(missing?.code == .invalidArgument && missing?.message.contains("'zoom'") == true)
    let calls = ScriptedCalls(failures: [.setControl: [EBUSY]])
    let refused = #expect(throws: RetakeError.self) { _ = try controls(calls).set(7, of: "exposure") }
    #expect(refused?.code == .failed)
    #expect(calls.state.withLock { $0.opened == $0.closed })
  }
}
