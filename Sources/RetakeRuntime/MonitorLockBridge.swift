// pthread's mutex and condition variable, which must not move in memory: each on the heap.
internal import CLinux
internal import RetakeMedia

/// What `Monitor` stands on. Owned by exactly one monitor, which destroys it.
@safe struct MonitorLock {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  func destroy() {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  func acquire() {
    let answer = unsafe pthread_mutex_lock(mutex)
    precondition(answer == 0, "a monitor's lock is not recursive")
  }

  /// Lets go, waking those that wait where there are any.
  func release(waking hasWaiters: Bool) {
    if hasWaiters { unsafe pthread_cond_broadcast(condition) }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Lets go, waits for a change, takes hold again; false if the deadline came first.
  func waitForChange(until deadline: MediaTime?) -> Bool {
    guard let deadline else { return unsafe pthread_cond_wait(condition, mutex) == 0 }
    let nanoseconds = max(0, deadline.nanoseconds)
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    return unsafe pthread_cond_timedwait(condition, mutex, &time) == 0
  }
}
