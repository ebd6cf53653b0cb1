internal import CV4L2
internal import RetakeMedia
internal import RetakeRuntime

/// A device as udev and sysfs know it.
struct UdevDevice: Hashable, Sendable {
  /// `/dev/video0`.
  var node: String
  /// `video0`.
  var systemName: String
  /// The driver's name of it (sysfs `name`); empty where there is none.
  var title = ""
  /// `/dev/v4l/by-id/…` and the like.
  var links: [String] = []
}

/// libudev. Contexts are made and left in one thread.
enum Udev {
  /// Without udevd, in a container for one, no device is ever ready in its sense.
  static var hasDaemon: Bool { (try? SystemCalls.status(of: "/run/udev/control")) != nil }

  /// The devices of `subsystem` that have a node, in the order of their numbers.
  static func devices(subsystem: String) -> [UdevDevice] {
    guard let udev = unsafe udev_new() else { return [] }
    defer { unsafe _ = udev_unref(udev) }
    guard let list = unsafe udev_enumerate_new(udev) else { return [] }
    defer { unsafe _ = udev_enumerate_unref(list) }
    unsafe _ = udev_enumerate_add_match_subsystem(list, subsystem)
    // One that udevd still works on has no links yet, and so no name that stays; it is told of when it is ready.
    if hasDaemon { unsafe _ = udev_enumerate_add_match_is_initialized(list) }
    unsafe _ = udev_enumerate_scan_devices(list)
    var devices: [UdevDevice] = []
    var entry = unsafe udev_enumerate_get_list_entry(list)
    while let current = unsafe entry {
      if let device = unsafe udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) {
        if let found = unsafe UdevDevice(device) { devices.append(found) }
        unsafe _ = udev_device_unref(device)
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return devices.sorted { $0.order < $1.order }
  }
}

extension UdevDevice {
  /// Reads a device of libudev; nil where it has no node.
  init?(_ device: OpaquePointer) {
    guard let node = unsafe udev_device_get_devnode(device), let name = unsafe udev_device_get_sysname(device)
    else { return nil }
    self.init(node: unsafe String(cString: node), systemName: unsafe String(cString: name))
    if let title = unsafe udev_device_get_sysattr_value(device, "name") {
      self.title = unsafe String(cString: title).inOneLine()
    }
    var entry = unsafe udev_device_get_devlinks_list_entry(device)
    while let current = unsafe entry {
      if let link = unsafe udev_list_entry_get_name(current) { links.append(unsafe String(cString: link)) }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    links.sort()
  }

  /// By the number at the end, so that video10 comes after video9.
  fileprivate var order: (Int, String) {
    (Int(systemName.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()) ?? 0, systemName)
  }
}
