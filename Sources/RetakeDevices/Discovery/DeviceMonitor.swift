internal import RetakeMedia
internal import RetakeRuntime

/// Tells of cameras and sound cards that come and go, as udev sees them, on a thread of its own.
///
/// `start`, `stop` and `join` are called from one thread, once each.
package final class DeviceMonitor: Sendable {
  private let thread = OSThread(name: "hot-plug")
  private let wakeup = Wakeup()

  /// A monitor that does nothing yet.
  package init() {}

  /// Begins to tell; false where the system has no way to. What is there already is not told. `tell` is called
  /// on the monitor's thread and answers at once.
  package func start(_ tell: @escaping @Sendable (DeviceEvent) -> Void) -> Bool {
    guard let source = UdevMonitor(subsystems: [DeviceEvent.cameras, DeviceEvent.soundCards]) else {
      Log.warning("devices that are plugged in cannot be noticed: udev does not answer")
      return false
    }
    thread.start { [wakeup] in
      while source.wait(orFor: wakeup) {
        while let event = source.next() { tell(event) }
      }
    }
    return true
  }

  /// Asks it to end; returns at once.
  package func stop() {
    wakeup.wake()
  }

  /// Waits until nothing is told any more.
  package func join() {
    thread.join()
  }
}
