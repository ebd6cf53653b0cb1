// SDL's audio devices. The callback runs on a thread of SDL's; raw pointers stop here.
internal import CSDL2
internal import RetakeMedia
internal import RetakeRuntime

/// An open sound device, closed with its last owner. Any thread may open and close it; closing may take as long
/// as its buffer.
final class SoundDevice: Sendable {
  /// Adds to a run of interleaved samples, which are silent; called on SDL's thread, must not wait.
  typealias Pull = @Sendable (inout MutableSpan<Float>, AudioFormat) -> Void

  private final class Source: Sendable {
    let format: AudioFormat
    let pull: Pull
    init(_ format: AudioFormat, _ pull: @escaping Pull) {
      self.format = format
      self.pull = pull
    }
  }

  private let identity: SDL_AudioDeviceID
  // Kept until the device is closed: the callback has an unowned reference.
  private let source: Source
  /// What `pull` is asked for.
  var format: AudioFormat { source.format }
  /// From a sample's handing over to its being heard, as far as SDL tells: its buffer.
  let latency: MediaTime

  /// Opens the default device; SDL brings the sound into its format. nil where there is none.
  init?(_ format: AudioFormat, pull: @escaping Pull) {
    // ALSA fills the log with its complaints each time it looks for a card where there is none.
    guard Self.driver != "alsa" || SDL_GetNumAudioDevices(0) != 0 || Self.hasSoundCard else { return nil }
    let source = Source(format, pull)
    var wanted = unsafe SDL_AudioSpec()
    unsafe wanted.freq = Int32(format.sampleRate)
    unsafe wanted.format = SDL_AudioFormat(retake_audio_float())
    unsafe wanted.channels = UInt8(clamping: format.channels)
    // Some 20 ms: the delay of a cue, and the step of a position.
    unsafe wanted.samples = format.sampleRate > 24_000 ? 1024 : 512
    unsafe wanted.userdata = Unmanaged.passUnretained(source).toOpaque()
    unsafe wanted.callback = { userdata, stream, byteCount in
      guard let userdata = unsafe userdata, let stream = unsafe stream else { return }
      let source = unsafe Unmanaged<Source>.fromOpaque(userdata).takeUnretainedValue()
      let count = Int(byteCount) / MemoryLayout<Float>.size
      let samples = unsafe UnsafeMutableRawPointer(stream).bindMemory(to: Float.self, capacity: count)
      unsafe samples.update(repeating: 0, count: count)
      var span = unsafe MutableSpan(_unsafeStart: samples, count: count)
      source.pull(&span, source.format)
    }
    var obtained = unsafe SDL_AudioSpec()
    identity = unsafe SDL_OpenAudioDevice(nil, 0, &wanted, &obtained, 0)
    guard identity != 0 else { return nil }
    self.source = source
    latency = unsafe MediaTime(seconds: Double(obtained.samples) / Double(max(obtained.freq, 1)))
    SDL_PauseAudioDevice(identity, 0)
  }

  deinit { SDL_CloseAudioDevice(identity) }

  /// SDL's name of what serves the sound: `pipewire`, `pulseaudio`, `alsa`.
  private static var driver: String {
    guard let name = unsafe SDL_GetCurrentAudioDriver() else { return "" }
    return unsafe String(cString: name)
  }

  /// Whether ALSA has a node to play on. SDL's own list is up to five seconds behind a card that is plugged in.
  private static var hasSoundCard: Bool {
    let nodes = (try? SystemCalls.names(inFolder: "/dev/snd")) ?? []
    return nodes.contains { $0.hasPrefix("pcmC") && $0.hasSuffix("p") }
  }

  /// Whether it still is there; SDL lets a device that was pulled out run on into nothing.
  var isThere: Bool { SDL_GetAudioDeviceStatus(identity) != SDL_AUDIO_STOPPED }
}

/// WAV files.
enum WaveFile {
  /// The samples of a mono file of 16 bits at `sampleRate`, -1 to 1; nil for any other and for none.
  static func samples(path: String, sampleRate: Int) -> [Float]? {
    var spec = unsafe SDL_AudioSpec()
    var bytes: UnsafeMutablePointer<UInt8>?
    var count: UInt32 = 0
    guard let file = unsafe SDL_RWFromFile(path, "rb"),
      unsafe SDL_LoadWAV_RW(file, 1, &spec, &bytes, &count) != nil, let bytes = unsafe bytes
    else { return nil }
    defer { unsafe SDL_FreeWAV(bytes) }
    guard unsafe Int(spec.freq) == sampleRate, unsafe spec.channels == 1,
      unsafe Int32(spec.format) == retake_audio_short()
    else { return nil }
    let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
    return stride(from: 0, to: Int(count) - 1, by: 2).map { offset in
      unsafe Float(Int16(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int16.self))) / 32768
    }
  }
}
