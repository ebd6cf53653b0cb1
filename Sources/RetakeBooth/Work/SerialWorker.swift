internal import RetakeMedia
internal import RetakeRuntime

/// A thread that does one job after another: what may wait for a device or a disk, so that the first thread need
/// not. Any thread may give it work; the owner ends and joins it.
final class SerialWorker: Sendable {
  typealias Job = @Sendable () -> Void

  /// More than a kiosk can ever ask for in the time that a disk hangs.
  private static let capacity = 1024

  private let thread: OSThread
  private let jobs = BoundedQueue<Job>(count: capacity)
  private let jobStart = Monitor<MediaTime?>(nil)

  /// A running worker whose thread has this name.
  init(name: String, importance: OSThread.Importance = .usual) {
    thread = OSThread(name: name, importance: importance)
    thread.start { [jobs, jobStart] in
      while case .element(let job) = jobs.take() {
        jobStart.withLock { $0 = MonotonicClock.now }
        job()
        jobStart.withLock { $0 = nil }
      }
    }
  }

  /// Does `job` after those that were given before; false where it takes no more.
  @discardableResult
  func perform(_ job: @escaping Job) -> Bool {
    jobs.push(job) == .accepted
  }

  /// Since when it has been at one job; nil while it waits for one.
  var busySince: MediaTime? { jobStart.withLock { $0 } }

  /// Takes no more work.
  func end() {
    jobs.close()
  }

  /// Waits until the work is done, after `end`. Once.
  func join() {
    thread.join()
  }
}
