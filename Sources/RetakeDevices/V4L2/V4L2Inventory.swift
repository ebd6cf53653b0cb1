internal import RetakeMedia
internal import RetakeRuntime

/// Asks nodes what they are. Any thread may call; nothing is kept.
struct V4L2Inventory: Sendable {
  let calls: any V4L2Calls

  /// Sizes that are asked for where a camera takes any between two limits.
  private static let usualSizes = [
    (320, 240), (352, 288), (640, 360), (640, 480), (800, 600), (1280, 720), (1280, 960), (1920, 1080),
    (2560, 1440), (3840, 2160),
  ]
  private static let usualRates = [120, 90, 60, 50, 30, 25, 24, 15, 10, 5].map { Rational($0) }
  /// No driver offers as much; one that never ends its lists must not hold us up.
  private static let longestList = 1_000

  /// The cameras among `devices`. Metadata, output and touch nodes are left out, and so is what has no format.
  func cameras(_ devices: [UdevDevice], withControls: Bool = true) -> [CameraDescription] {
    var cameras = devices.compactMap { describe($0, withControls: withControls) }
    // Two cameras without numbers of their own have one `by-id` link between them.
    let counts = Dictionary(cameras.map { ($0.id, 1) }, uniquingKeysWith: +)
    for (index, camera) in cameras.enumerated() where counts[camera.id, default: 0] > 1 {
      let path = camera.aliases.first { $0.contains("/by-path/") }?.lastPathComponent
      cameras[index].id = path ?? camera.node ?? camera.id
    }
    return cameras
  }

  /// A node's entry; nil where it is no camera.
  private func describe(_ device: UdevDevice, withControls: Bool) -> CameraDescription? {
    do throws(SystemError) {
      let descriptor = try calls.retrying { () throws(SystemError) in try calls.open(device.node) }
      defer { calls.close(descriptor) }
      let capabilities = try calls.retrying { () throws(SystemError) in try calls.capabilities(descriptor) }
      guard capabilities.isCamera else { return nil }
      let node = V4L2Handle(descriptor: descriptor, isMultiplanar: capabilities.isMultiplanar)
      var camera = CameraDescription(
        id: device.stableID ?? capabilities.busInfo, name: capabilities.card, node: device.node,
        formats: formats(of: node))
      guard !camera.formats.isEmpty else { return nil }
      camera.aliases = device.links + [capabilities.busInfo]
      if withControls { camera.controls = V4L2Controls(path: device.node, calls: calls).list(node) }
      camera.position = position(of: node)
      return camera
    } catch {
      return unopened(device, error)
    }
  }

  /// An entry for what may be a camera and cannot be opened; nil where it is gone or no camera.
  private func unopened(_ device: UdevDevice, _ error: SystemError) -> CameraDescription? {
    guard error.isForbidden || error.isBusy, device.systemName.hasPrefix("video") else { return nil }
    let name = device.title.isEmpty ? device.systemName : device.title
    var camera = CameraDescription(
      id: device.stableID ?? device.node, name: name, node: device.node, formats: [])
    camera.aliases = device.links
    camera.problem = .camera(name, device.node, error)
    return camera
  }

  private func position(of node: V4L2Handle) -> CameraPosition {
    // V4L2_CID_CAMERA_ORIENTATION; its values are V4L2_CAMERA_ORIENTATION_FRONT and _BACK.
    switch try? calls.value(ofControl: 0x009A_0922, node) {
    case 0: .front
    case 1: .back
    default: .unspecified
    }
  }

  // MARK: Formats

  private func formats(of node: V4L2Handle) -> [CaptureFormat] {
    let signal = try? calls.retrying { () throws(SystemError) in try calls.signal(node) }
    return list { index throws(SystemError) in try calls.format(index, node) }.flatMap { entry in
      sizes(of: entry.fourCC, node, signal).map { width, height in
        let wire = WireFormat.named(entry.fourCC)
        // libv4lconvert halves both sides for its chroma.
        let isEven = width.isMultiple(of: 2) && height.isMultiple(of: 2)
        let isReadable = wire.map { !$0.isLibrarys || isEven } ?? false
        return CaptureFormat(
          code: entry.fourCC.name, title: entry.title, subtype: isReadable ? wire?.subtype : nil,
          isConverted: wire?.isConverted ?? false, width: width, height: height,
          frameRates: rates(of: entry.fourCC, width: width, height: height, node, signal))
      }
    }
  }

  private func sizes(of fourCC: FourCC, _ node: V4L2Handle, _ signal: V4L2Signal?) -> [(Int, Int)] {
    let entries = list { index throws(SystemError) in try calls.frameSizes(index, fourCC, node) }
    let sizes = entries.flatMap { entry -> [(Int, Int)] in
      switch entry {
      case .discrete(let width, let height): return [(width, height)]
      case .range(let widths, let step, let heights, let stepDown):
        let within = Self.usualSizes.filter { width, height in
          widths.contains(width) && heights.contains(height)
            && (width - widths.lowerBound).isMultiple(of: step)
            && (height - heights.lowerBound).isMultiple(of: stepDown)
        }
        return within.isEmpty ? [(widths.upperBound, heights.upperBound)] : within
      }
    }
    if !sizes.isEmpty { return sizes }
    // A bridge gives what comes in; another driver that does not tell, what it is set to.
    if let signal, signal.width > 0, signal.height > 0 { return [(signal.width, signal.height)] }
    guard let current = try? calls.currentFormat(node), current.width > 0, current.height > 0 else {
      return []
    }
    return [(current.width, current.height)]
  }

  private func rates(
    of fourCC: FourCC, width: Int, height: Int, _ node: V4L2Handle, _ signal: V4L2Signal?
  ) -> [Rational] {
    let entries = list { index throws(SystemError) in
      try calls.frameRates(index, fourCC, width: width, height: height, node)
    }
    if entries.isEmpty, let rate = signal?.frameRate { return [rate] }
    return entries.flatMap { entry -> [Rational] in
      switch entry {
      case .discrete(let rate): return [rate]
      case .range(let fastest, let slowest):
        let within = Self.usualRates.filter { $0.value < fastest.value && $0.value >= slowest.value }
        return [fastest] + within
      }
    }
  }

  /// All elements of one of the kernel's lists.
  private func list<Element>(_ element: (Int) throws(SystemError) -> Element) -> [Element] {
    var elements: [Element] = []
    for index in 0..<Self.longestList {
      guard let next = try? calls.retrying({ () throws(SystemError) in try element(index) }) else { break }
      elements.append(next)
    }
    return elements
  }
}

extension UdevDevice {
  /// The name of its link by what it is, else by where it is plugged in.
  var stableID: String? {
    let link = links.first { $0.contains("/by-id/") } ?? links.first { $0.contains("/by-path/") }
    return link?.lastPathComponent
  }
}

extension String {
  fileprivate var lastPathComponent: String {
    String(split(separator: "/").last ?? "")
  }
}

extension WireFormat {
  /// Whether libv4lconvert computes it.
  fileprivate var isLibrarys: Bool {
    if case .converted = way { true } else { false }
  }
}
