internal import Retake
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

// What can be set on a camera.
extension CaptureDesk {
  /// Reads or sets a control of the present camera, or lists all where `name` is nil; answers the request, or posts
  /// `controlSet` where one was set that is to be kept.
  func control(_ name: String?, value: ControlSetting?, request: Int) {
    perform { [self] in
      do throws(RemoteRefusal) {
        mailbox.post(try answer(name, value, request))
      } catch {
        mailbox.post(.answered(request: request, .failure(error)))
      }
    }
  }

  private func answer(
    _ name: String?, _ value: ControlSetting?, _ request: Int
  ) throws(RemoteRefusal) -> BoothMessage {
    guard let camera = session.inputs.camera else {
      throw RemoteRefusal(.device, "there is no picture from a camera")
    }
    let controls = camera.controls
    guard let name else {
      guard value == nil else { throw RemoteRefusal(.badArgument, "name is missing") }
      let list: RemoteObject = ["controls": .list(controls.map { .object($0.description) })]
      return .answered(request: request, .success(list))
    }
    guard let control = controls.first(where: { $0.name == name }) else {
      let code: RemoteRefusal.Code = controls.isEmpty ? .notSupported : .badArgument
      throw RemoteRefusal(code, "the camera has no control '\(name)'")
    }
    guard let value else { return .answered(request: request, .success(control.fields)) }
    return try set(control, to: try number(value, for: control), on: camera, request)
  }

  private func number(
    _ value: ControlSetting, for control: CameraControl
  ) throws(RemoteRefusal) -> Int {
    switch value {
    case .number(let number): return number
    case .on(let isOn):
      guard [.boolean, .button].contains(control.kind) else {
        throw RemoteRefusal(.badArgument, "the value of '\(control.name)' must be a number: it is no switch")
      }
      return isOn ? 1 : 0
    }
  }

  private func set(
    _ control: CameraControl, to value: Int, on camera: CaptureDeviceInput, _ request: Int
  ) throws(RemoteRefusal) -> BoothMessage {
    do throws(RetakeError) {
      let new = try camera.setControl(control.name, to: value)
      // A button does something once, and is not to be pressed again each time.
      if new.kind == .button {
        mailbox.post(.event(.controlChanged))
        return .answered(request: request, .success(new.fields))
      }
      let all = state.withLock { state in
        state.wish.controls[camera.uniqueID, default: [:]][new.name] = new.value
        return state.wish.controls
      }
      return .controlSet(request: request, all: all, answer: new.fields)
    } catch {
      throw RemoteRefusal(error)
    }
  }
}

extension CameraControl {
  /// What a script may set it to; null where it has no value, or none that can be told here.
  fileprivate var fields: RemoteObject {
    [
      "value": hasValue ? .integer(value) : .null, "min": .integer(minimum), "max": .integer(maximum),
      "step": .integer(step),
    ]
  }

  /// All that is known of it.
  fileprivate var description: RemoteObject {
    let known: RemoteObject = [
      "default": .integer(defaultValue), "active": .bool(isActive), "type": .text(kindName),
      "read_only": .bool(isReadOnly),
    ]
    let all = ["name": .text(name)] + fields + known
    guard case .menu(let items) = kind else { return all }
    let menu = items.sorted { $0.key < $1.key }.map { RemoteObject.Field(String($0.key), .text($0.value)) }
    return all + ["menu": .object(RemoteObject(menu))]
  }
}
