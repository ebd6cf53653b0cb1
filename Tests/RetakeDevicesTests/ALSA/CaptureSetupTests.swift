import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// A card on paper: what it offers, and what is left of that.
private struct PaperCard: HardwareParameters {
  var formats: Set<SampleFormat> = [.s16]
  var channels: Set<Int> = [1, 2]
  var rates: Set<Int> = [48_000]
  /// Rates by the number of channels, where they are fewer.
  var ratesOf: [Int: Set<Int>] = [:]
  private var left: (channels: Int?, format: SampleFormat?) = (nil, nil)

  init(
    formats: Set<SampleFormat> = [.s16], channels: Set<Int>, rates: Set<Int>, ratesOf: [Int: Set<Int>] = [:]
  ) {
    self.formats = formats
    self.channels = channels
    self.rates = rates
    self.ratesOf = ratesOf
  }

  mutating func reset() { left = (nil, nil) }
  func accepts(_ format: SampleFormat) -> Bool { formats.contains(format) }
  func accepts(channels count: Int) -> Bool { channels.contains(count) }
  func accepts(rate: Int) -> Bool { (left.channels.flatMap { ratesOf[$0] } ?? rates).contains(rate) }
  var fewestChannels: Int { channels.min() ?? 0 }
  mutating func set(_ format: SampleFormat) throws(SystemError) { left.format = format }
  mutating func set(channels: Int) throws(SystemError) {
    guard accepts(channels: channels) else { throw SystemError("set", code: SystemError.invalidValue) }
    left.channels = channels
  }
  mutating func set(rateNear rate: Int) throws(SystemError) -> Int {
    let offered = left.channels.flatMap { ratesOf[$0] } ?? rates
    return offered.min { abs($0 - rate) < abs($1 - rate) } ?? 0
  }
}

@Suite struct CaptureSetupTests {
  @Test(arguments: [
    // A webcam, a telephone headset, a card that converts nothing, an array of microphones, a studio interface.
    (PaperCard(channels: [1], rates: [16_000]), SampleFormat.s16, 1, 16_000),
    (PaperCard(formats: [.u8, .s16], channels: [1, 2], rates: [8_000, 11_025]), .s16, 2, 11_025),
    (PaperCard(formats: [.s24Packed], channels: [2], rates: [44_100, 96_000]), .s24Packed, 2, 44_100),
    (PaperCard(formats: [.s32], channels: [4], rates: [16_000, 48_000]), .s32, 4, 48_000),
    (PaperCard(formats: [.s32, .float], channels: [8], rates: [96_000]), .s32, 8, 96_000),
    (PaperCard(formats: [.u8], channels: [1], rates: [8_000]), .u8, 1, 8_000),
    (PaperCard(channels: [18], rates: [48_000]), .s16, 18, 48_000),
    // Stereo only up to 24 kHz: two channels are worth more than a high rate. An odd rate is taken as it is.
    (PaperCard(channels: [1, 2], rates: [48_000], ratesOf: [2: [24_000]]), .s16, 2, 24_000),
    (PaperCard(channels: [1], rates: [47_999]), .s16, 1, 47_999),
  ])
  private func theBestOfWhatACardOffersIsTaken(
    _ card: PaperCard, _ format: SampleFormat, _ channels: Int, _ rate: Int
  )
    throws
  {
    var card = card
    let setup = try CaptureSetup.negotiate(with: &card)
    #expect(setup == CaptureSetup(sampleFormat: format, deviceChannels: channels, sampleRate: rate))
    #expect(setup.format == AudioFormat(sampleRate: rate, channels: min(8, channels)))
  }

  @Test func aCardWithoutAFormThatCanBeReadIsRefused() {
    var card = PaperCard(formats: [], channels: [2], rates: [48_000])
    #expect(throws: SystemError.self) { _ = try CaptureSetup.negotiate(with: &card) }
  }

  @Test func offersAreListedByChannelsAndRates() {
    var card = PaperCard(channels: [1, 2, 12], rates: [48_000, 16_000], ratesOf: [2: [48_000]])
    #expect(
      CaptureSetup.offers(of: &card) == [
        AudioFormat(sampleRate: 16_000, channels: 1), AudioFormat(sampleRate: 48_000, channels: 1),
        AudioFormat(sampleRate: 48_000, channels: 2),
      ])
    var wide = PaperCard(channels: [12], rates: [48_000])
    #expect(CaptureSetup.offers(of: &wide) == [AudioFormat(sampleRate: 48_000, channels: 8)])
  }
}
