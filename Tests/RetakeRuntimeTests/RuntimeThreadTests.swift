import RetakeMedia
import RetakeRuntime
import Testing

/// What threads share, under ThreadSanitizer too.
@Suite struct RuntimeThreadTests {
  @Test func everyElementGoesThroughTheQueueOnceAndInOrder() {
    let queue = BoundedQueue<Int>(count: 7)
    let producer = OSThread(name: "producer")
    producer.start {
      for number in 0..<20_000 { _ = queue.pushWaiting(number) }
      queue.close()
    }
    var expected = 0
    var inOrder = true
    loop: while true {
      switch queue.take() {
      case .element(let number):
        inOrder = inOrder && number == expected
        expected += 1
      case .closed: break loop
      case .timedOut: Issue.record("there was no deadline")
      }
    }
    producer.join()
    #expect(inOrder)
    #expect(expected == 20_000)
  }

  @Test func queueIsBoundedByCountAndByCost() {
    let queue = BoundedQueue<Int>(count: 3, cost: 100) { $0 }
    #expect(queue.push(500) == .accepted)  // alone, a dear one is let in
    #expect(queue.push(1) == .full)
    guard case .element(500) = queue.take() else {
      Issue.record("the first element comes out first")
      return
    }
    #expect(queue.push(60) == .accepted)
    #expect(queue.push(60) == .full)
    #expect(queue.push(40) == .accepted)
    #expect(queue.push(0) == .accepted)
    #expect(queue.push(0) == .full)
    #expect(queue.load.count == 3)
    #expect(queue.load.cost == 100)
    queue.close()
    #expect(queue.push(0) == .closed)
  }

  @Test func takingFromAnEmptyQueueEndsAtTheDeadline() {
    let queue = BoundedQueue<Int>(count: 1)
    guard case .timedOut = queue.take(until: MonotonicClock.now + MediaTime(seconds: 0.01)) else {
      Issue.record("nothing was in it")
      return
    }
  }

  @Test func theNewestWinsInASlotAndOnlyTheFirstWakes() {
    let slot = LatestSlot<Int>()
    #expect(slot.put(1))
    #expect(!slot.put(2))
    #expect(slot.take() == 2)
    #expect(slot.take() == nil)
    #expect(slot.replacedCount == 1)
    #expect(slot.put(3))
  }

  @Test func slabsGoRoundAndNeverExceedTheCapacity() {
    let layout = PlaneLayout(.nv12, width: 63, height: 31)
    let pool = FramePool(slabBytes: layout.byteCount, capacity: 2)
    var frames: [VideoFrame] = []
    for number in 0..<2 {
      guard var frame = pool.frame(layout) else {
        Issue.record("two slabs are allowed")
        return
      }
      frame.withPlane(0) { $0.storeBytes(of: UInt8(number + 1), toByteOffset: 0, as: UInt8.self) }
      frames.append(frame.publish(color: .jpeg, time: .zero, sequence: UInt64(number)))
    }
    #expect(!hasSlab(pool))
    #expect(pool.exhausted.count == 1)
    let values = frames.map { frame in
      frame.storage.withPlane(0) { unsafe $0.unsafeLoad(fromByteOffset: 0, as: UInt8.self) }
    }
    #expect(values == [1, 2])
    frames.removeLast()
    #expect(hasSlab(pool))
  }

  @Test func slabsComeBackFromOtherThreads() {
    let pool = FramePool(slabBytes: 256, capacity: 4)
    let queue = BoundedQueue<any FrameStorage>(count: 2)
    let consumer = OSThread(name: "consumer")
    consumer.start { while case .element = queue.take() {} }
    var sent = 0
    while sent < 5000 {
      guard var buffer = pool.buffer() else { continue }
      buffer.withBytes { $0.storeBytes(of: UInt8(sent & 255), toByteOffset: 0, as: UInt8.self) }
      if queue.pushWaiting(buffer.publish(byteCount: 1)) { sent += 1 }
    }
    queue.close()
    consumer.join()
    #expect(sent == 5000)
  }

  @Test func monitorWakesItsWaitersOnEachChange() {
    let monitor = Monitor(0)
    let thread = OSThread(name: "counter")
    thread.start { for _ in 0..<100 { monitor.withLock { $0 += 1 } } }
    let seen = monitor.wait { $0 == 100 ? $0 : nil }
    thread.join()
    #expect(seen == 100)
    #expect(monitor.wait(until: MonotonicClock.now) { $0 == 0 ? true : nil } == nil)
  }

  private func hasSlab(_ pool: FramePool) -> Bool {
    if pool.buffer() != nil { true } else { false }
  }
}
