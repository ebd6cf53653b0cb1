internal import RetakeMedia
internal import RetakeRuntime

/// Plays a file as if it were a device: one thread reads and decodes a little ahead, another one delivers each
/// element when it is due. Late elements go out at once; none is left out.
///
/// `start`, `stop` and `join` are called from one thread, once each.
final class FilePlayback<Reader: FileReader>: Sendable {
  /// Elements that wait decoded: at 30 pictures a second, time for a slow key frame or for the file to be
  /// opened again.
  private static var ahead: Int { 8 }

  private let reader: Monitor<Reader?>
  private let cancelReading: @Sendable () -> Void
  private let readerThread: OSThread
  private let pacer: SourceThread
  private let queue = BoundedQueue<FileStep<Reader.Element>>(count: ahead)

  /// Plays what `reader` reads, on threads of this name; `cancelReading` makes a read that waits fail.
  init(_ reader: sending Reader, name: String, cancelReading: @escaping @Sendable () -> Void) {
    self.reader = Monitor(reader)
    self.cancelReading = cancelReading
    readerThread = OSThread(name: name + "-read")
    pacer = SourceThread(name: name)
  }

  /// Begins to deliver: `epoch` is when what is due at zero is due; `ended` is the last call.
  func start(
    epoch: MediaTime, deliver: @escaping @Sendable (Reader.Element, MediaTime) -> Void,
    ended: @escaping @Sendable (SourceEnd) -> Void
  ) {
    readerThread.start { [self] in read() }
    pacer.start { [self] in ended(pace(epoch: epoch, deliver: deliver)) }
  }

  /// Asks it to end, also out of a wait; returns at once.
  func stop() {
    pacer.stop()
    cancelReading()
    queue.close()
  }

  /// Waits until both threads have ended.
  func join() {
    pacer.join()
    readerThread.join()
  }

  private func read() {
    let taken = reader.withLock { reader in
      defer { reader = nil }
      return reader
    }
    guard let taken else { return }
    while true {
      let step = taken.next()
      guard queue.pushWaiting(step), case .element = step else { return }
    }
  }

  private func pace(
    epoch: MediaTime, deliver: (Reader.Element, MediaTime) -> Void
  ) -> SourceEnd {
    while case .element(let step) = queue.take() {
      switch step {
      case .element(let element, let due):
        guard pacer.wait(until: epoch + due) else { return .stopped }
        deliver(element, epoch + due)
      case .ended(let end):
        // Asked to stop, a read that was called off is no loss.
        return pacer.wait(until: .zero) ? end : .stopped
      }
    }
    return .stopped
  }
}
