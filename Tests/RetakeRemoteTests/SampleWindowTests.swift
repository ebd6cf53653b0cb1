import Testing

@testable import RetakeRemote

@Suite struct SampleWindowTests {
  @Test func nearestRanks() {
    #expect(Percentiles(of: [Double]()) == nil)
    let one = Percentiles(of: [7.0])
    #expect(one?.median == 7 && one?.p95 == 7 && one?.maximum == 7)
    let hundred = Percentiles(of: (1...100).reversed().map(Double.init))
    #expect(hundred?.median == 50 && hundred?.p95 == 95 && hundred?.maximum == 100)
    let twenty = Percentiles(of: (1...20).map(Double.init))
    #expect(twenty?.median == 10 && twenty?.p95 == 19 && twenty?.maximum == 20)
  }

  @Test func onlyTheLastOnesCount() {
    var window = SampleWindow(capacity: 3)
    #expect(window.percentiles == nil)
    for value in [100.0, 1, 2, .nan, 3, .infinity] { window.add(value) }
    #expect(window.percentiles == Percentiles(of: [1.0, 2, 3]))
    for value in [9.0, 8, 7, 6] { window.add(value) }
    #expect(window.percentiles == Percentiles(of: [8.0, 7, 6]))
  }
}
