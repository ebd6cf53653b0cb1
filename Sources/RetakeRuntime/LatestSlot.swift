/// A place for one value where the newest wins: what eyes are served from.
///
/// Any thread may call; nothing waits but for the lock.
package final class LatestSlot<Element: Sendable>: Sendable {
  private struct Contents {
    var element: Element?
    var replaced = 0
  }
  private let contents = Monitor(Contents())

  /// An empty slot.
  package init() {}

  /// Puts `element` in; true if the slot was empty, so that its reader must be woken.
  package func put(_ element: Element) -> Bool {
    // The old value is let go after the lock: its last owner may give memory back.
    let old = contents.withLock { contents in
      let old = contents.element
      contents.element = element
      if old != nil { contents.replaced += 1 }
      return old
    }
    return old == nil
  }

  /// Takes the newest value out.
  package func take() -> Element? {
    contents.withLock { contents in
      let element = contents.element
      contents.element = nil
      return element
    }
  }

  /// How many values were never taken because a newer one came.
  package var replacedCount: Int {
    contents.withLock { $0.replaced }
  }
}
