internal import RetakeRuntime

/// What a capture device can still be set to: each `set` narrows what is left, as `snd_pcm_hw_params_t` does.
protocol HardwareParameters: ~Copyable {
  /// Forgets what was set.
  mutating func reset()
  /// Whether samples can come in this form.
  func accepts(_ format: SampleFormat) -> Bool
  /// Whether it can have this many channels.
  func accepts(channels: Int) -> Bool
  /// Whether it can give this many samples a second, exactly.
  func accepts(rate: Int) -> Bool
  /// The smallest number of channels; 0 where even that is unknown.
  var fewestChannels: Int { get }
  /// Narrows to one form of samples.
  mutating func set(_ format: SampleFormat) throws(SystemError)
  /// Narrows to one number of channels.
  mutating func set(channels: Int) throws(SystemError)
  /// Narrows to the rate that is nearest to this one, and tells it.
  mutating func set(rateNear rate: Int) throws(SystemError) -> Int
}
