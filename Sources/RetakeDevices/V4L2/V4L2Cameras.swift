internal import RetakeMedia
internal import RetakeRuntime

/// The real cameras of this machine. Any thread may call; nothing is kept.
enum V4L2Cameras {
  /// Those that are there now, in the order of their nodes.
  static func descriptions() -> [CameraDescription] {
    inventory.cameras(devices)
  }

  private static var inventory: V4L2Inventory { V4L2Inventory(calls: V4L2SystemCalls()) }
  private static var devices: [UdevDevice] { Udev.devices(subsystem: DeviceEvent.cameras) }

  /// The camera of this id, node or other name; `,format=CODE` behind it leaves it only that kind of picture.
  static func open(_ name: String, _ chooser: FormatChooser) throws(RetakeError) -> V4L2Camera {
    guard let camera = find(name) else {
      let parts = name.split(separator: ",", maxSplits: 1)
      if parts.count == 2, parts[1].hasPrefix("format="), var camera = find(String(parts[0])) {
        let code = parts[1].dropFirst("format=".count)
        camera.formats.removeAll { $0.code.lowercased() != code.lowercased() }
        return try open(camera, chooser)
      }
      throw RetakeError(
        .deviceMissing, "camera '\(name)' not found",
        advice: "`retake devices` lists what is there; the built-in one is --camera test")
    }
    return try open(camera, chooser)
  }

  /// Whether `name` names the camera with this id or node.
  static func isCamera(_ id: String, named name: String) -> Bool {
    let plain = name.split(separator: ",", maxSplits: 1).first.map(String.init) ?? name
    return plain == id || find(plain)?.id == id
  }

  /// Asks only the camera of this name where udev knows it, for its lists are long.
  private static func find(_ name: String) -> CameraDescription? {
    let devices = devices
    let named = devices.filter { $0.node == name || $0.stableID == name || $0.links.contains(name) }
    let cameras = inventory.cameras(named.count == 1 ? named : devices, withControls: false)
    // A camera of two nodes has one bus address for both, so ids and nodes come first.
    return cameras.first { $0.id == name || $0.node == name } ?? cameras.first { $0.aliases.contains(name) }
  }

  private static func open(
    _ camera: CameraDescription, _ chooser: FormatChooser
  ) throws(RetakeError) -> V4L2Camera {
    if let problem = camera.problem { throw problem }
    return try V4L2Camera(
      path: camera.node ?? "", id: camera.id, name: camera.name, formats: camera.formats, chooser: chooser,
      calls: V4L2SystemCalls())
  }

  /// The best camera that opens: the one with the largest picture, of these the first. What was wrong
  /// with the best one is thrown if none does.
  static func openBest(_ chooser: FormatChooser) throws(RetakeError) -> V4L2Camera {
    let ranked = inventory.cameras(devices, withControls: false).enumerated().map { index, camera in
      let format = chooser.choose(from: camera.formats)?.format
      return (camera: camera, area: (format?.width ?? 0) * (format?.height ?? 0), index: index)
    }
    var reason: RetakeError?
    for entry in ranked.sorted(by: { ($0.area, $1.index) > ($1.area, $0.index) }) {
      do throws(RetakeError) {
        return try open(entry.camera, chooser)
      } catch {
        Log.info("camera '\(entry.camera.name)' is passed over: \(error.message)")
        reason = reason ?? error
      }
    }
    throw reason
      ?? RetakeError(
        .deviceMissing, "no camera found", advice: "Plug one in, or try the built-in one: --camera test")
  }
}
