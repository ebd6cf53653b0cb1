// pthread_create and pthread_join.
internal import CLinux

/// A running thread, to be joined once.
struct ThreadHandle: Sendable {
  private let identity: pthread_t

  /// What crosses from the caller to the new thread.
  private final class Start: Sendable {
    let name: String
    let isNice: Bool
    let body: @Sendable () -> Void

    init(name: String, isNice: Bool, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.isNice = isNice
      self.body = body
    }
  }

  /// Starts a thread; where the system refuses one it says so and traps: no take can be made without its threads.
  static func spawn(
    name: String, isNice: Bool, _ body: @escaping @Sendable () -> Void
  ) -> ThreadHandle {
    let start = unsafe Unmanaged.passRetained(Start(name: name, isNice: isNice, body: body))
    var identity = pthread_t()
    let answer = unsafe pthread_create(
      &identity, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        _ = unsafe retake_setname(start.name)
        // Refused or not, the work is done.
        if start.isNice { _ = retake_setniceness(10) }
        start.body()
        return nil
      }, start.toOpaque())
    if answer != 0 {
      Log.error(
        "the system refuses the thread '\(name)': \(SystemCalls.describe(errno: answer)); "
          + "a limit of this user may be too low (`ulimit -a`)")
    }
    precondition(answer == 0, "no thread could be made")
    return ThreadHandle(identity: identity)
  }

  /// Waits until it has ended.
  func join() {
    _ = pthread_join(identity, nil)
  }
}
