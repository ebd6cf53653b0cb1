internal import RetakeMedia
internal import RetakeRuntime

/// What a capture device is set to.
struct CaptureSetup: Hashable, Sendable {
  /// How samples come.
  var sampleFormat: SampleFormat
  /// Channels of the device, interleaved.
  var deviceChannels: Int
  /// Samples a second of each channel, by the device's clock.
  var sampleRate: Int

  /// More channels than these are not handed on: the first of them are what is plugged in.
  static let mostChannels = 8

  /// The rates that devices have, the best first: the rate of the files, those above it that need no more than a
  /// filter, then those below. From 16 kHz on down a voice is a telephone's.
  static let rates = [
    48_000, 44_100, 96_000, 88_200, 64_000, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 192_000,
    176_400,
  ]

  /// What is handed on.
  var format: AudioFormat {
    AudioFormat(sampleRate: sampleRate, channels: min(deviceChannels, Self.mostChannels))
  }

  /// Bytes of one sample of all channels.
  var frameBytes: Int { sampleFormat.byteCount * deviceChannels }

  /// Sets the device to the best that it offers: form of samples, then channels (stereo, mono, the fewest),
  /// then rate. Throws EINVAL where it offers nothing that can be read here.
  static func negotiate(
    with parameters: inout some HardwareParameters & ~Copyable
  ) throws(SystemError) -> CaptureSetup {
    parameters.reset()
    guard let sampleFormat = SampleFormat.allCases.first(where: { parameters.accepts($0) }) else {
      throw SystemError("choose a sample format", code: SystemError.invalidValue)
    }
    try parameters.set(sampleFormat)
    let channels = [2, 1].first { parameters.accepts(channels: $0) } ?? parameters.fewestChannels
    try parameters.set(channels: channels)
    let rate = rates.first { parameters.accepts(rate: $0) } ?? rates[0]
    return CaptureSetup(
      sampleFormat: sampleFormat, deviceChannels: channels, sampleRate: try parameters.set(rateNear: rate))
  }

  /// All that a device offers, of up to 8 channels and of the usual rates, for lists.
  static func offers(of parameters: inout some HardwareParameters & ~Copyable) -> [AudioFormat] {
    parameters.reset()
    let fewest = min(mostChannels, parameters.fewestChannels)
    var formats: [AudioFormat] = []
    for channels in max(1, fewest)...mostChannels {
      parameters.reset()
      guard channels == fewest || parameters.accepts(channels: channels) else { continue }
      try? parameters.set(channels: channels)
      let offered = rates.sorted().filter { parameters.accepts(rate: $0) }
      formats += offered.map { AudioFormat(sampleRate: $0, channels: channels) }
    }
    return formats
  }
}

extension CaptureSetup: CustomStringConvertible {
  /// For the log: `S16_LE, 2 channels, 48000 Hz`.
  var description: String {
    "\(sampleFormat.rawValue), \(deviceChannels) channels, \(sampleRate) Hz"
  }
}
