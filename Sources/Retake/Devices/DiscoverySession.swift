internal import RetakeDevices
internal import RetakeMedia
internal import RetakeRuntime

extension CaptureDevice {
  /// Knows the devices of some kinds that are there, and tells when one comes or goes.
  ///
  /// One thread makes it and ends it with `invalidate`; any thread may read `devices`.
  public final class DiscoverySession: Sendable {
    /// The kinds that it looks for.
    public let mediaTypes: [MediaType]
    private let found: Monitor<[CaptureDevice]>
    private let monitor = DeviceMonitor()

    /// Looks, and then calls `onChange` with all devices, on a thread of its own, whenever a list has changed. Where
    /// the system cannot tell, the first list stays.
    public init(
      mediaTypes: [MediaType] = MediaType.allCases,
      onChange: @escaping @Sendable ([CaptureDevice]) -> Void = { _ in }
    ) {
      self.mediaTypes = mediaTypes
      let found = Monitor(Self.devices(mediaTypes))
      self.found = found
      _ = monitor.start { event in
        guard mediaTypes.contains(event.isCamera ? .video : .audio) else { return }
        let now = Self.devices(mediaTypes)
        let hasChanged = found.withLock { known in
          defer { known = now }
          return known != now
        }
        if hasChanged { onChange(now) }
      }
    }

    deinit { invalidate() }

    /// The devices that are there, the built-in test devices last of their kinds.
    public var devices: [CaptureDevice] {
      found.withLock { $0 }
    }

    /// Ends the watching; nothing is told after it has returned. Not to be called from `onChange`.
    public func invalidate() {
      monitor.stop()
      monitor.join()
    }

    private static func devices(_ mediaTypes: [MediaType]) -> [CaptureDevice] {
      mediaTypes.flatMap { CaptureDevice.devices(for: $0) }
    }
  }
}
