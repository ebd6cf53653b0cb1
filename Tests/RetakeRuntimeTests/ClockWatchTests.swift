import RetakeMedia
import RetakeRuntime
import Testing

@Suite struct ClockWatchTests {
  private func reading(_ monotonic: Double, slept: Double = 0, set: Double = 0) -> ClockReading {
    ClockReading(
      monotonic: MediaTime(seconds: monotonic), boot: MediaTime(seconds: monotonic + slept),
      wall: MediaTime(seconds: 1_700_000_000 + monotonic + slept + set))
  }

  /// What a watch says of readings in their order.
  private func events(_ readings: [ClockReading]) -> [ClockWatch.Event?] {
    var watch = ClockWatch()
    return readings.map { watch.look($0) }
  }

  @Test func clocksThatGoOnTogetherAreNoEvent() {
    #expect(events((0..<100).map { reading(50 + Double($0) / 30) }).allSatisfy { $0 == nil })
    // A correction by 500 parts in a million, for an hour.
    #expect(events((0..<3600).map { reading(Double($0), set: Double($0) * 0.0005) }).allSatisfy { $0 == nil })
  }

  @Test func sleepIsSeenOnceAndMovesTheWallClockWithIt() {
    let readings = [reading(1), reading(2), reading(2.1, slept: 40), reading(2.2, slept: 40)]
    #expect(events(readings) == [nil, nil, .slept(MediaTime(seconds: 40)), nil])
  }

  @Test func aWallClockThatIsSetIsSeenInBothDirections() {
    let readings = [reading(1), reading(2, set: 3600), reading(3, set: 3600), reading(4, set: -86_400)]
    #expect(
      events(readings) == [
        nil, .wallClockSet(by: MediaTime(seconds: 3600)), nil,
        .wallClockSet(by: MediaTime(seconds: -90_000)),
      ])
  }

  @Test func thisMachinesClocksAreRead() throws {
    let reading = try #require((0..<100).lazy.compactMap { _ in ClockReading.now }.first)
    #expect(reading.boot >= reading.monotonic - MediaTime(seconds: 1))
    #expect(reading.wall > MediaTime(seconds: 1_000_000_000))
  }
}
