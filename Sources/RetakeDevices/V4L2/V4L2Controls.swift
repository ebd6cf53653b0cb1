internal import RetakeMedia
internal import RetakeRuntime

/// The controls of a node, which may stream meanwhile. Any thread may call.
struct V4L2Controls: Sendable {
  let path: String
  let calls: any V4L2Calls
  /// No driver has as many; one that never ends its list must not hold us up.
  private static let longestList = 1_000

  /// What can be set, with the values now; empty where the node does not open.
  func all() -> [CameraControl] {
    (try? opened { node in list(node) }) ?? []
  }

  /// Sets the control of this name, brought to a step within its limits, and gives it as it is then.
  func set(_ value: Int, of name: String) throws(RetakeError) -> CameraControl {
    do throws(SystemError) {
      return try opened { (node) throws(SystemError) in
        guard var control = list(node).first(where: { $0.name == name }) else {
          throw SystemError("control '\(name)'", code: .invalid)
        }
        let steps = (Double(value - control.minimum) / Double(control.step)).rounded()
        let nearest = control.minimum + Int(steps) * control.step
        let wish = min(max(nearest, control.minimum), control.maximum)
        try calls.retrying { () throws(SystemError) in try calls.set(wish, ofControl: control.id, node) }
        control.value = (try? calls.value(ofControl: control.id, node)) ?? wish
        return control
      }
    } catch {
      if error.operation == "control '\(name)'" {
        throw RetakeError(
          .invalidArgument, "the camera has no control '\(name)'",
          advice: "`retake devices` lists what it has.")
      }
      throw RetakeError(.failed, "the camera does not take \(value) for '\(name)': \(error.reason)")
    }
  }

  /// Sets controls by their names, and tells what could not be set. Menus and switches come first: they say whether the
  /// camera decides by itself about the others.
  func set(_ values: [String: Int]) -> [RetakeError] {
    let kinds = Dictionary(all().map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
    let order = values.sorted { left, right in
      let isLater = [left, right].map { kinds[$0.key] == .integer }
      return isLater[0] == isLater[1] ? left.key < right.key : isLater[1]
    }
    return order.compactMap { name, value in
      do throws(RetakeError) {
        _ = try set(value, of: name)
        return nil
      } catch {
        return error
      }
    }
  }

  private func opened<Result>(_ body: (V4L2Handle) throws(SystemError) -> Result) throws(SystemError)
    -> Result
  {
    let descriptor = try calls.retrying { () throws(SystemError) in try calls.open(path) }
    defer { calls.close(descriptor) }
    return try body(V4L2Handle(descriptor: descriptor, isMultiplanar: false))
  }

  /// What an opened node has.
  func list(_ node: V4L2Handle) -> [CameraControl] {
    var controls: [CameraControl] = []
    var last: UInt32 = 0
    for _ in 0..<Self.longestList {
      let after = last
      guard
        let entry = try? calls.retrying({ () throws(SystemError) in try calls.control(after: after, node) }),
        entry.id != last
      else { break }
      last = entry.id
      if let control = entry.control { controls.append(control) }
    }
    return controls
  }
}
