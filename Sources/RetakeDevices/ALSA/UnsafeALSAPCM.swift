// A capture PCM of alsa-lib and its owner.
internal import CALSA
internal import RetakeMedia
internal import RetakeRuntime

/// An opened capture device. `interrupt` may come from any thread, all else from one.
@safe final class ALSAPCM: CapturePCM, @unchecked Sendable {
  // Unchecked: the pointers are constants; what they point to is touched by one thread at a time.
  let setup: CaptureSetup
  private let pcm: OpaquePointer
  private let statusMemory: OpaquePointer
  /// The descriptor of `interrupt`, then those of the device.
  private let descriptors: UnsafeMutableBufferPointer<pollfd>

  /// What a late reader finds: half a second of sound, woken for each 10 ms.
  private static let bufferMicroseconds: UInt32 = 500_000
  private static let periodMicroseconds: UInt32 = 10_000

  /// Opens the device that ALSA calls `name` and sets it to the best it has. Does not wait for one that is busy.
  init(name: String) throws(SystemError) {
    let pcm = unsafe try Self.open(name)
    do throws(SystemError) {
      setup = unsafe try Self.configure(pcm)
    } catch {
      unsafe snd_pcm_close(pcm)
      throw error
    }
    unsafe self.pcm = pcm
    var status: OpaquePointer?
    guard unsafe snd_pcm_status_malloc(&status) >= 0, let status = unsafe status else {
      preconditionFailure("no memory")
    }
    unsafe statusMemory = status
    let count = max(0, Int(unsafe snd_pcm_poll_descriptors_count(pcm)))
    unsafe descriptors = .allocate(capacity: 1 + count)
    let signal = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(signal >= 0, "no descriptor is left")
    unsafe descriptors.initialize(repeating: pollfd(fd: signal, events: Int16(POLLIN), revents: 0))
    if let first = unsafe descriptors.baseAddress {
      unsafe snd_pcm_poll_descriptors(pcm, first + 1, UInt32(count))
    }
  }

  deinit {
    unsafe close(descriptors[0].fd)
    unsafe descriptors.deallocate()
    unsafe snd_pcm_status_free(statusMemory)
    unsafe snd_pcm_close(pcm)
  }

  /// What the device of this name offers, best form of samples first. Opens it for that.
  static func offers(of name: String) throws(SystemError) -> (samples: [SampleFormat], formats: [AudioFormat])
  {
    let pcm = unsafe try open(name)
    defer { unsafe snd_pcm_close(pcm) }
    var parameters = unsafe ALSAHardwareParameters(pcm)
    parameters.reset()
    let samples = SampleFormat.allCases.filter { parameters.accepts($0) }
    return (samples, CaptureSetup.offers(of: &parameters))
  }

  private static func open(_ name: String) throws(SystemError) -> OpaquePointer {
    ALSALibrary.silence
    var pcm: OpaquePointer?
    let answer = unsafe snd_pcm_open(&pcm, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
    try check(answer, "open \(name)")
    guard let pcm = unsafe pcm else { throw SystemError("open \(name)", code: ENODEV) }
    return unsafe pcm
  }

  private static func configure(_ pcm: OpaquePointer) throws(SystemError) -> CaptureSetup {
    var parameters = unsafe ALSAHardwareParameters(pcm)
    let setup = try CaptureSetup.negotiate(with: &parameters)
    try parameters.apply(bufferMicroseconds: bufferMicroseconds, periodMicroseconds: periodMicroseconds)
    var software: OpaquePointer?
    guard unsafe snd_pcm_sw_params_malloc(&software) >= 0, let software = unsafe software else {
      preconditionFailure("no memory")
    }
    defer { unsafe snd_pcm_sw_params_free(software) }
    try check(unsafe snd_pcm_sw_params_current(pcm, software), "read software parameters")
    // Not every plugin has them; then the stamps are seen to be none of this clock.
    _ = unsafe snd_pcm_sw_params_set_tstamp_mode(pcm, software, SND_PCM_TSTAMP_ENABLE)
    _ = unsafe snd_pcm_sw_params_set_tstamp_type(pcm, software, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(unsafe snd_pcm_sw_params(pcm, software), "set software parameters")
    return setup
  }

  /// Throws where alsa-lib's answer is an errno.
  static func check(_ answer: Int32, _ operation: @autoclosure () -> String) throws(SystemError) {
    if answer < 0 { throw SystemError(operation(), code: -answer) }
  }

  func start() throws(SystemError) {
    try Self.check(unsafe snd_pcm_prepare(pcm), "prepare sound")
    try Self.check(unsafe snd_pcm_start(pcm), "start sound")
  }

  func wait(milliseconds: Int32) throws(SystemError) -> PCMWait {
    let count = unsafe descriptors.count
    guard let first = unsafe descriptors.baseAddress else { return .interrupted }
    let answer = unsafe poll(first, UInt(count), milliseconds)
    if answer < 0 {
      let code = unsafe __errno_location().pointee
      guard code == EINTR else { throw SystemError("poll", code: code) }
      return try wait(milliseconds: milliseconds)
    }
    if answer == 0 { return .timedOut }
    if unsafe first.pointee.revents != 0 { return .interrupted }
    var events: UInt16 = 0
    try Self.check(
      unsafe snd_pcm_poll_descriptors_revents(pcm, first + 1, UInt32(count - 1), &events), "poll")
    return Int32(events) & (POLLERR | POLLHUP | POLLNVAL) != 0 ? .failed : .ready
  }

  func rest(milliseconds: Int32) -> Bool {
    unsafe poll(descriptors.baseAddress, 1, milliseconds) > 0
  }

  func status() throws(SystemError) -> PCMStatus {
    try Self.check(unsafe snd_pcm_status(pcm, statusMemory), "read the state of the sound")
    switch unsafe snd_pcm_status_get_state(statusMemory) {
    case SND_PCM_STATE_XRUN: throw SystemError("read the state of the sound", code: EPIPE)
    case SND_PCM_STATE_DISCONNECTED: throw SystemError("read the state of the sound", code: ENODEV)
    default: break
    }
    var moment = snd_htimestamp_t()
    unsafe snd_pcm_status_get_htstamp(statusMemory, &moment)
    return PCMStatus(
      available: Int(unsafe snd_pcm_status_get_avail(statusMemory)),
      delay: unsafe snd_pcm_status_get_delay(statusMemory),
      time: MediaTime(nanoseconds: Int64(moment.tv_sec) * 1_000_000_000 + Int64(moment.tv_nsec)))
  }

  func read(frameCount: Int, into bytes: inout [UInt8]) throws(SystemError) -> Int {
    precondition(bytes.count >= frameCount * setup.frameBytes, "no room for the samples")
    let answer = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe snd_pcm_readi(pcm, buffer.baseAddress, UInt(frameCount))
    }
    if answer >= 0 { return answer }
    let code = Int32(-answer)
    guard code == EAGAIN || code == EINTR else { throw SystemError("read sound", code: code) }
    return 0
  }

  func interrupt() {
    _ = unsafe eventfd_write(descriptors[0].fd, 1)
  }
}
