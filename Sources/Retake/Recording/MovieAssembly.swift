internal import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// Brings the two tracks of a take together: keeps early packets until both tracks are known, then muxes. One
/// thread.
struct MovieAssembly: ~Copyable {
  private let container: MovieContainer
  private var muxer: Muxer?
  private var video: TrackDescription?
  private var audio: TrackDescription?
  private var early: [PacketLine.Message] = []
  /// Bytes of the picture that the muxer holds back.
  private var heldBytes = 0
  private var isVideoOver = false
  private var isAudioOver: Bool
  private let maximumBytes: Int64?
  private let clocks: @Sendable () -> ClockReading?
  /// The clocks when the movie was begun.
  private var began: ClockReading?
  /// Pictures that the muxer was given; it holds the last one back until it knows how long that lasts.
  private var muxedCount = 0
  /// Pictures in complete fragments.
  private(set) var pictureCount = 0
  /// Where the movie must end; nil where nothing says so.
  private(set) var cutTime: MediaTime?
  /// Whether pictures came that are not in the movie.
  private(set) var isShortened = false
  /// Length of what is in complete fragments.
  private(set) var duration = MediaTime.zero

  /// A movie in `container`, with pictures and, if `hasSound`, sound, of at most `maximumBytes`.
  init(
    _ container: MovieContainer, hasSound: Bool, maximumBytes: Int64?,
    clocks: @escaping @Sendable () -> ClockReading?
  ) {
    self.maximumBytes = maximumBytes
    self.clocks = clocks
    self.container = container
    isAudioOver = !hasSound
  }

  /// Whether both tracks have ended.
  var isComplete: Bool { isVideoOver && isAudioOver }
  /// Whether there is anything to make a file of.
  var hasPictures: Bool { muxedCount > 0 }
  /// Bytes of the finished movie's index, if it were finished now.
  private(set) var indexByteCount = 0
  /// Bytes of the file so far, with those of the fragment that is being filled.
  private(set) var byteCount: Int64 = 0

  /// Takes a message; true if a fragment is complete.
  mutating func add(_ message: PacketLine.Message) throws(CodecError) -> Bool {
    switch message {
    case .videoTrack(let description): video = description
    case .audioTrack(let description): audio = description
    case .videoEnd: isVideoOver = true
    case .audioEnd: isAudioOver = true
    case .videoPacket, .audioPacket:
      if muxer != nil { return try mux(message) }
      early.append(message)
    }
    return try beginIfReady()
  }

  private mutating func beginIfReady() throws(CodecError) -> Bool {
    if muxer != nil { return false }
    guard let video, audio != nil || isAudioOver else { return false }
    began = clocks()
    muxer = try Muxer(
      container, tracks: [video] + (audio.map { [$0] } ?? []),
      creationTime: began.map { Int64($0.wall.seconds) } ?? SystemCalls.wallClockSeconds)
    var isFragmentComplete = false
    for message in early where try mux(message) { isFragmentComplete = true }
    early = []
    return isFragmentComplete
  }

  private mutating func mux(_ message: PacketLine.Message) throws(CodecError) -> Bool {
    let fragment: Muxer.Fragment?
    switch message {
    case .videoPacket(let packet):
      guard fits(packet) else { return false }
      muxedCount += 1
      fragment = try muxer?.write(packet, track: 0)
      heldBytes = packet.byteCount
    case .audioPacket(let packet):
      if let cutTime, packet.presentationTime >= cutTime { return false }
      fragment = try muxer?.write(packet, track: 1)
    default: fragment = nil
    }
    byteCount = muxer?.byteCount ?? 0
    indexByteCount = muxer?.indexByteCount ?? 0
    if let fragment {
      duration = fragment.end
      pictureCount = muxedCount - 1
    }
    return fragment != nil
  }

  /// Whether a picture may still go in; the first that may not is where the movie is cut.
  private mutating func fits(_ packet: EncodedPacket) -> Bool {
    let isBeforeCut = cutTime.map { packet.presentationTime < $0 } ?? true
    let size = byteCount + Int64(heldBytes + packet.byteCount) + Self.bytesAtTheEnd
    if isBeforeCut && size <= maximumBytes ?? .max { return true }
    cut(at: packet.presentationTime)
    isShortened = true
    return false
  }

  /// What the end of a file takes: the boxes round the samples, and half a second of sound, by which that may come
  /// later than the last picture.
  private static let bytesAtTheEnd: Int64 = 12_288

  /// Leaves out what is at `time` or later, where it does not end before that anyway.
  mutating func cut(at time: MediaTime) {
    cutTime = min(cutTime ?? time, time)
  }

  /// Ends the movie: both tracks last until `end`.
  mutating func finish(at end: MediaTime) throws(CodecError) {
    guard let fragment = try muxer?.finish(videoEnd: end, audioEnd: end) else { return }
    duration = fragment.end
    pictureCount = muxedCount
  }

  /// What makes an ordinary movie of the finished one. When it was begun is told by the wall clock of now: a machine
  /// without a battery for its clock may have begun it in 1970.
  func flatIndex() throws(CodecError) -> FlatIndex? {
    var creationTime: Int64?
    if let began, let now = clocks() { creationTime = Int64((now.wall - (now.boot - began.boot)).seconds) }
    return try muxer?.flatIndex(creationTime: creationTime)
  }

  /// Lends the complete fragments to `body`.
  mutating func drain(_ body: (RawSpan) throws(SystemError) -> Void) throws(SystemError) {
    try muxer?.drain(body)
  }
}
