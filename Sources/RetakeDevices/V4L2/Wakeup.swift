internal import RetakeRuntime

/// Ends the waiting of a thread that polls a device, once and for good. Any thread may call.
final class Wakeup: Sendable {
  private let signal = try? WakeUp()

  /// To be polled for reading; -1 where the system had none left, and waits then end by their time alone.
  var descriptor: Int32 { signal?.descriptor ?? -1 }

  /// Wakes who waits, and who will.
  func wake() {
    signal?.signal()
  }
}
