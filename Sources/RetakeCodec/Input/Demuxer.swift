internal import CFFmpeg
package import RetakeMedia

/// Reads the packets of the main video and the main audio track of a file or of standard input.
///
/// One thread at a time, but for `file.cancel()`. Only the one file is ever read: no network, no file that
/// another names. All times count from the file's start: the earlier of the two tracks' first stamps, so that
/// picture and sound keep the distance that the file gives them.
package struct Demuxer: ~Copyable {
  /// The pictures, if there are any.
  package private(set) var video: VideoTrack?
  /// The sound, if there is any.
  package let audio: AudioTrack?
  /// The file's start on the container's own clock.
  package let startTime: MediaTime
  /// How long the container says that the longer of the tracks is; nil where it only guesses.
  package let declaredEnd: MediaTime?
  /// The end of the packet that lasts longest among those read so far.
  package private(set) var observedEnd = MediaTime.zero

  private let file: InputFile
  private let context: FormatContext
  private let videoIndex: Int32?
  private let audioIndex: Int32?
  /// Packets of sound before the first picture, at most, behind which a JPEG's orientation is looked for.
  private static let longestLead = 100
  /// Read while opening or seeking, to be given out first.
  private var waiting: [DemuxedPacket] = []

  /// Opens `path`, or standard input for `-`.
  package init(path: String) throws(CodecError) {
    try self.init(InputFile(path: path))
  }

  /// Opens what `file` holds, from its first byte where it can go back there.
  package init(_ file: InputFile) throws(CodecError) {
    if file.isSeekable { file.rewind() }
    let context = try FormatContext.open(file)
    let (video, audio) = try Self.tracks(of: context, named: file.name)
    let start = [video?.track.startTime, audio?.track.startTime].compactMap(\.self).min() ?? .zero
    startTime = start
    videoIndex = video?.index
    audioIndex = audio?.index
    self.video = video?.track.starting(after: start)
    self.audio = audio?.track.starting(after: start)
    let ends = [self.video?.declaredEnd, self.audio?.declaredEnd].compactMap(\.self)
    // Matroska tells how long the file is, and not how long its tracks are.
    declaredEnd = context.isDurationGuessed ? nil : ends.max() ?? context.duration
    context.keep([videoIndex, audioIndex].compactMap(\.self))
    self.file = file
    self.context = context
    readExifOrientation()
  }

  /// A JPEG says inside how it lies, and libavcodec tells so with the picture only: the first one is decoded for
  /// it. What was read comes again from `read`.
  private mutating func readExifOrientation() {
    guard let video, video.codec == .mjpeg else { return }
    var read: [DemuxedPacket] = []
    defer { waiting = read }
    while read.count < Self.longestLead, let packet = try? self.read() {
      read.append(packet)
      guard packet.kind == .video else { continue }
      guard let decoder = try? CodecContext.decoder(for: video.parameters, threads: 1),
        let frame = try? FrameHandle()
      else { return }
      // A damaged picture says nothing; whoever decodes it for good sees to that.
      try? decoder.send(packet.packet)
      try? decoder.endPackets()
      if case .ready? = try? decoder.receive(into: frame), let orientation = frame.orientation {
        self.video = video.oriented(orientation)
      }
      return
    }
  }

  /// The main tracks, one at least. One that is unusable does not take the other one with it.
  private static func tracks(
    of context: borrowing FormatContext, named name: String
  ) throws(CodecError) -> (
    video: (index: Int32, track: VideoTrack)?, audio: (index: Int32, track: AudioTrack)?
  ) {
    let videoIndex = context.bestStream(AVMEDIA_TYPE_VIDEO)
    let audioIndex = context.bestStream(AVMEDIA_TYPE_AUDIO, beside: videoIndex ?? -1)
    var video: (Int32, VideoTrack)?
    var audio: (Int32, AudioTrack)?
    var failure = CodecError(.invalidData, "open \(name)", "no video and no sound that can be decoded")
    if let videoIndex {
      do { video = (videoIndex, try context.videoTrack(videoIndex)) } catch { failure = error }
    }
    if let audioIndex {
      do { audio = (audioIndex, try context.audioTrack(audioIndex)) } catch { failure = error }
    }
    if video == nil && audio == nil { throw failure }
    return (video, audio)
  }

  /// The next packet in the order of the file; nil at the end. A damaged place throws `invalidData`: reading
  /// on may succeed, and ends for sure.
  package mutating func read() throws(CodecError) -> DemuxedPacket? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    var handle = try PacketHandle()
    while try context.read(into: handle) {
      let index = handle.streamIndex
      if index == videoIndex, let parameters = video?.parameters {
        return try packet(&handle, .video, parameters)
      }
      if index == audioIndex, let parameters = audio?.parameters {
        return try packet(&handle, .audio, parameters)
      }
      handle.unref()
    }
    return nil
  }

  private mutating func packet(
    _ handle: inout PacketHandle, _ kind: DemuxedPacket.Kind, _ parameters: CodecParameters
  ) throws(CodecError) -> DemuxedPacket {
    let duration = handle.durationTicks > 0 ? parameters.time(handle.durationTicks) : nil
    let packet = DemuxedPacket(
      kind: kind, presentationTime: parameters.time(handle.presentationTicks).map { $0 - startTime },
      decodeTime: parameters.time(handle.decodeTicks).map { $0 - startTime }, duration: duration,
      isKeyFrame: handle.isKeyFrame, isDiscarded: handle.isDiscarded, packet: try handle.takeStorage())
    if let time = packet.presentationTime ?? packet.decodeTime, !packet.isDiscarded {
      observedEnd = max(observedEnd, time + (duration ?? .zero))
    }
    return packet
  }

  /// Goes to the last key frame of the video track (else to the sound) at or before `time`; where there is
  /// none, to the first packet. Decoders must be reset. Throws where the input cannot be sought.
  package mutating func seek(to time: MediaTime) throws(CodecError) {
    guard file.isSeekable else { throw CodecError(.invalidArgument, "seek", "\(file.name) cannot go back") }
    guard let index = videoIndex ?? audioIndex, let parameters = (video?.parameters ?? audio?.parameters)
    else {
      return
    }
    // Indexes are searched by decode time; where pictures are reordered, the key frame that is found may be
    // shown after `time`. Then the one before is looked for, further and further back.
    var target = time
    var step = MediaTime(nanoseconds: 500_000_000)
    while true {
      waiting.removeAll()
      let isFirst = target <= .zero
      // An hour before the start comes before any first packet; FFmpeg overflows on much more.
      let wanted = isFirst ? MediaTime(seconds: -3600) : target
      try context.seek(index, before: parameters.stamp(wanted + startTime))
      guard videoIndex != nil, !isFirst else { return }
      while let packet = try readOn() {
        waiting.append(packet)
        guard packet.kind == .video else { continue }
        if let shown = packet.presentationTime, shown > time { break }
        return
      }
      target = target - step
      step = step + step
    }
  }

  /// Reads past what waits.
  private mutating func readOn() throws(CodecError) -> DemuxedPacket? {
    let before = waiting
    waiting = []
    defer { waiting = before }
    return try read()
  }
}
