package import RetakeMedia

/// Sound to AAC packets (FFmpeg's own encoder, low complexity). Counts samples from a start, and nothing else
/// stands for time. Used from one thread at a time.
package struct AudioEncoder: ~Copyable, Sendable {
  /// What the packets are, for a muxer.
  package let track: TrackDescription
  /// Samples of each channel that were encoded so far; those of an unfilled frame wait.
  package private(set) var sampleCount: Int64 = 0

  private let settings: AudioEncoderSettings
  private let startSample: Int64
  private let context: CodecContext
  private var frame: FrameHandle
  private let frameCapacity: Int
  private var filled = 0
  private var packet: PacketHandle
  private var ready: [EncodedPacket] = []

  /// Opens the encoder. `startSample` is the place of the first sample on the take's clock, in samples. The first
  /// packet then starts `priming` samples (of `track`) before that.
  package init(_ settings: AudioEncoderSettings, startSample: Int64 = 0) throws(CodecError) {
    guard (1...2).contains(settings.channels) else {
      throw CodecError(.invalidArgument, "open aac", "\(settings.channels) channels; it takes 1 or 2")
    }
    let context = try CodecContext(encoder: "aac")
    context.configureAudio(settings)
    try context.open()
    let frameCapacity = context.samplesPerFrame
    var frame = try FrameHandle()
    try frame.allocateSamples(frameCapacity, channels: settings.channels, sampleRate: settings.sampleRate)
    let packet = try PacketHandle()
    self.track = .audio(
      codec: .aac, format: AudioFormat(sampleRate: settings.sampleRate, channels: settings.channels),
      bitrate: settings.bitrate, priming: context.priming, extradata: context.extradata)
    self.settings = settings
    self.startSample = startSample
    self.frameCapacity = frameCapacity
    self.context = context
    self.frame = frame
    self.packet = packet
  }

  /// Sends interleaved samples, any number of whole ones; they are copied.
  package mutating func send(_ samples: Span<Float>) throws(CodecError) {
    let count = samples.count / settings.channels
    precondition(count * settings.channels == samples.count, "samples of all channels")
    var start = 0
    while start < count {
      let part = min(count - start, frameCapacity - filled)
      try frame.fill(
        from: samples, start: start, count: part, offset: filled, channels: settings.channels)
      start += part
      filled += part
      if filled == frameCapacity { try encodeFrame() }
    }
  }

  /// The next packet; nil: it needs more sound, or is at its end.
  package mutating func receive() -> EncodedPacket? {
    ready.isEmpty ? nil : ready.removeFirst()
  }

  /// Ends the stream: `receive` then gives what is left. The last packet lasts exactly to the last sample.
  /// Nothing can be sent afterwards.
  package mutating func finish() throws(CodecError) {
    if filled > 0 {
      frame.setSampleCount(filled)
      try encodeFrame()
    }
    try context.endFrames()
    try collect()
  }

  private mutating func encodeFrame() throws(CodecError) {
    frame.stamp(ticks: startSample + sampleCount)
    try context.send(frame)
    sampleCount += Int64(filled)
    filled = 0
    try collect()
  }

  private mutating func collect() throws(CodecError) {
    while try context.receive(into: packet) == .ready {
      ready.append(try packet.takePacket(timescale: Int32(settings.sampleRate)))
    }
  }
}
