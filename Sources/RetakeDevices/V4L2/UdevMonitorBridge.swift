internal import CV4L2
internal import RetakeRuntime

/// udev's messages of what comes and goes. Made in one thread and then used in one other.
@safe final class UdevMonitor: @unchecked Sendable {
  // Unchecked: handed to the one thread that reads it.
  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Listens; nil where it cannot. Where no udevd runs, the kernel's own messages are heard instead.
  init?(subsystems: [String]) {
    guard let udev = unsafe udev_new() else { return nil }
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, Udev.hasDaemon ? "udev" : "kernel") else {
      unsafe _ = udev_unref(udev)
      return nil
    }
    for subsystem in subsystems {
      unsafe _ = udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    }
    guard unsafe udev_monitor_enable_receiving(monitor) >= 0 else {
      unsafe _ = udev_monitor_unref(monitor)
      unsafe _ = udev_unref(udev)
      return nil
    }
    unsafe self.udev = udev
    unsafe self.monitor = monitor
  }

  deinit {
    unsafe _ = udev_monitor_unref(monitor)
    unsafe _ = udev_unref(udev)
  }

  /// Waits for a message; false once it was woken, or cannot wait.
  func wait(orFor wakeup: Wakeup) -> Bool {
    let handle = V4L2Handle(descriptor: unsafe udev_monitor_get_fd(monitor), isMultiplanar: false)
    while true {
      let result = try? V4L2SystemCalls().wait(handle, orFor: wakeup, milliseconds: nil)
      // A signal came in between.
      guard result == .timedOut else { return result == .ready }
    }
  }

  /// A message that has come; nil if there is none.
  func next() -> DeviceEvent? {
    while let device = unsafe udev_monitor_receive_device(monitor) {
      defer { unsafe _ = udev_device_unref(device) }
      guard let action = unsafe udev_device_get_action(device),
        let kind = DeviceEvent.Action(rawValue: unsafe String(cString: action)),
        let subsystem = unsafe udev_device_get_subsystem(device)
      else { continue }
      return DeviceEvent(
        action: kind, isCamera: unsafe String(cString: subsystem) == DeviceEvent.cameras,
        node: unsafe udev_device_get_devnode(device).map { unsafe String(cString: $0) })
    }
    return nil
  }
}
