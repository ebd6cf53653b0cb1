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

  /// Sets the control of this name, numbers to the step next to `value`, and gives it as it is then. Throws as
  /// `CameraControl.settable` does, and what the driver has against it.
  func set(_ value: Int, of name: String) throws(RetakeError) -> CameraControl {
    let result: Result<CameraControl, RetakeError>
    do throws(SystemError) {
      result = try opened { (node) throws(SystemError) in try set(value, of: name, on: node) }
    } catch {
      throw .control(name, value, error)
    }
    return try result.get()
  }

  private func set(
    _ value: Int, of name: String, on node: V4L2Handle
  ) throws(SystemError) -> Result<CameraControl, RetakeError> {
    let controls = list(node)
    guard var control = controls.first(where: { $0.name == name }) else { return .failure(.noControl(name)) }
    let wish: Int
    do throws(RetakeError) {
      wish = try control.settable(value, among: controls)
    } catch {
      return .failure(error)
    }
    try calls.retrying { () throws(SystemError) in try calls.set(wish, ofControl: control.id, node) }
    if control.hasValue {
      control.value = (try? calls.value(ofControl: control.id, node)).map(control.read) ?? wish
    }
    return .success(control)
  }

  /// Sets controls by their names, and tells what could not be set. Menus and switches come first: they say whether the
  /// camera decides by itself about the others, which is no fault then.
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
        return error.code == .wrongState ? nil : error
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

extension CameraControl {
  /// The value in what the driver tells, 32 bits with a sign, which bits alone do not have.
  func read(_ told: Int) -> Int {
    kind == .bitmask ? told & 0xFFFF_FFFF : told
  }
}
