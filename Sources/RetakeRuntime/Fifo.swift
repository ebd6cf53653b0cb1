/// A first-in, first-out list whose both ends cost the same whatever its length. A value; no thread of its own.
package struct Fifo<Element> {
  private var elements: [Element?] = []
  /// Index of the oldest element.
  private var head = 0

  /// An empty list.
  package init() {}

  /// Elements that are in.
  package var count: Int { elements.count - head }

  /// The oldest element, which stays in.
  package var first: Element? { head < elements.count ? elements[head] : nil }

  /// The newest element, which stays in.
  package var last: Element? { head < elements.count ? elements[elements.count - 1] : nil }

  /// Puts `element` at the end.
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the oldest element.
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    // Let go of it here: the last owner of a frame gives its memory back.
    elements[head] = nil
    head += 1
    if head == elements.count || head >= 64 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
