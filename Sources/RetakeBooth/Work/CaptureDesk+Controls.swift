internal import Retake
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

// What can be set on a camera.
extension CaptureDesk {
  /// Reads or sets a control of the present camera, or lists all where `name` is nil; answers the request, and posts
  /// `controlsSet` where one was set.
  func control(_ name: String?, value: Int?, request: Int) {
    perform { [self] in
      let result = Result { () throws(RemoteRefusal) in try answer(name, value) }
      mailbox.post(.answered(request: request, result))
    }
  }

  private func answer(_ name: String?, _ value: Int?) throws(RemoteRefusal) -> RemoteObject {
    guard let camera = session.inputs.camera else {
      throw RemoteRefusal(.device, "there is no picture from a camera")
    }
    let controls = camera.controls
    guard let name else {
      guard value == nil else { throw RemoteRefusal(.badArgument, "name is missing") }
      return ["controls": .list(controls.map { .object($0.description) })]
    }
    guard let control = controls.first(where: { $0.name == name }) else {
      let code: RemoteRefusal.Code = controls.isEmpty ? .notSupported : .badArgument
      throw RemoteRefusal(code, "the camera has no control '\(name)'")
    }
    guard let value else { return control.fields }
    guard (control.minimum...control.maximum).contains(value) else {
      throw RemoteRefusal(.badArgument, "value must be \(control.minimum) to \(control.maximum)")
    }
    return try set(control, to: value, on: camera).fields
  }

  private func set(
    _ control: CameraControl, to value: Int, on camera: CaptureDeviceInput
  ) throws(RemoteRefusal) -> CameraControl {
    do throws(RetakeError) {
      let new = try camera.setControl(control.name, to: value)
      // A button does something once, and is not to be pressed again each time.
      if new.kind != .button {
        let all = state.withLock { state in
          state.wish.controls[camera.uniqueID, default: [:]][new.name] = new.value
          return state.wish.controls
        }
        mailbox.post(.controlsSet(all))
      }
      return new
    } catch {
      throw RemoteRefusal(.device, error.message)
    }
  }
}

extension CameraControl {
  /// What a script may set it to.
  fileprivate var fields: RemoteObject {
    ["value": .integer(value), "min": .integer(minimum), "max": .integer(maximum), "step": .integer(step)]
  }

  /// All that is known of it.
  fileprivate var description: RemoteObject {
    let known: RemoteObject = ["default": .integer(defaultValue), "active": .bool(isActive)]
    let all = ["name": .text(name)] + fields + known
    guard case .menu(let items) = kind else { return all }
    let menu = items.sorted { $0.key < $1.key }.map { RemoteObject.Field(String($0.key), .text($0.value)) }
    return all + ["menu": .object(RemoteObject(menu))]
  }
}
