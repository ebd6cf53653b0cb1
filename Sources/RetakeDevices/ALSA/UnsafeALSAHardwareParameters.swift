// snd_pcm_hw_params_t and its owner.
internal import CALSA
internal import RetakeRuntime

/// What an opened device can still be set to. Lives no longer than the device.
@safe struct ALSAHardwareParameters: HardwareParameters, ~Copyable {
  private let pcm: OpaquePointer
  private let parameters: OpaquePointer

  /// Those of `pcm`; `reset` first.
  init(_ pcm: OpaquePointer) {
    unsafe self.pcm = pcm
    var memory: OpaquePointer?
    guard unsafe snd_pcm_hw_params_malloc(&memory) >= 0, let memory = unsafe memory else {
      preconditionFailure("no memory")
    }
    unsafe parameters = memory
  }

  deinit { unsafe snd_pcm_hw_params_free(parameters) }

  mutating func reset() {
    unsafe snd_pcm_hw_params_any(pcm, parameters)
    unsafe snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED)
  }

  func accepts(_ format: SampleFormat) -> Bool {
    unsafe snd_pcm_hw_params_test_format(pcm, parameters, snd_pcm_format_value(format.rawValue)) == 0
  }

  func accepts(channels: Int) -> Bool {
    unsafe snd_pcm_hw_params_test_channels(pcm, parameters, UInt32(channels)) == 0
  }

  func accepts(rate: Int) -> Bool {
    unsafe snd_pcm_hw_params_test_rate(pcm, parameters, UInt32(rate), 0) == 0
  }

  var fewestChannels: Int {
    var count: UInt32 = 0
    return unsafe snd_pcm_hw_params_get_channels_min(parameters, &count) < 0 ? 0 : Int(count)
  }

  mutating func set(_ format: SampleFormat) throws(SystemError) {
    let value = unsafe snd_pcm_format_value(format.rawValue)
    try ALSAPCM.check(
      unsafe snd_pcm_hw_params_set_format(pcm, parameters, value), "set the sample format \(format.rawValue)")
  }

  mutating func set(channels: Int) throws(SystemError) {
    try ALSAPCM.check(
      unsafe snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(channels)), "set \(channels) channels")
  }

  mutating func set(rateNear rate: Int) throws(SystemError) -> Int {
    var rate = UInt32(rate)
    try ALSAPCM.check(
      unsafe snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "set the rate \(rate)")
    return Int(rate)
  }

  /// Sets the device to what is left, with buffer and period as near as it can to these.
  mutating func apply(bufferMicroseconds: UInt32, periodMicroseconds: UInt32) throws(SystemError) {
    var period = periodMicroseconds
    var buffer = bufferMicroseconds
    _ = unsafe snd_pcm_hw_params_set_period_time_near(pcm, parameters, &period, nil)
    _ = unsafe snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &buffer, nil)
    try ALSAPCM.check(unsafe snd_pcm_hw_params(pcm, parameters), "set the sound card")
  }
}
