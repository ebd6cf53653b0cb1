internal import CV4L2
internal import RetakeRuntime

/// Ends the waiting of a thread that polls a device, once and for good (eventfd(2)). Any thread may call.
final class Wakeup: Sendable {
  /// To be polled for reading; -1 where the system had none left, and waits then end by their time alone.
  let descriptor: Int32

  /// A wake-up that nobody has asked for yet.
  init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  }

  deinit {
    if descriptor >= 0 { try? SystemCalls.close(descriptor) }
  }

  /// Wakes who waits, and who will.
  func wake() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}
