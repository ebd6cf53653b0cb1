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
  private var early: [MovieWriter.Message] = []
  private var isVideoOver = false
  private var isAudioOver: Bool
  /// Pictures that the muxer was given.
  private(set) var pictureCount = 0
  /// Length of what is in complete fragments.
  private(set) var duration = MediaTime.zero

  /// A movie in `container`, with pictures and, if `hasSound`, sound.
  init(_ container: MovieContainer, hasSound: Bool) {
    self.container = container
    isAudioOver = !hasSound
  }

  /// Whether both tracks have ended.
  var isComplete: Bool { isVideoOver && isAudioOver }
  /// Whether there is anything to make a file of.
  var hasPictures: Bool { pictureCount > 0 }
  /// Bytes of the file so far, with those of the fragment that is being filled.
  private(set) var byteCount: Int64 = 0

  /// Takes a message; true if a fragment is complete.
  mutating func add(_ message: MovieWriter.Message) throws(CodecError) -> Bool {
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
    muxer = try Muxer(
      container, tracks: [video] + (audio.map { [$0] } ?? []), creationTime: SystemCalls.wallClockSeconds)
    var isFragmentComplete = false
    for message in early where try mux(message) { isFragmentComplete = true }
    early = []
    return isFragmentComplete
  }

  private mutating func mux(_ message: MovieWriter.Message) throws(CodecError) -> Bool {
    let fragment: Muxer.Fragment?
    switch message {
    case .videoPacket(let packet):
      pictureCount += 1
      fragment = try muxer?.write(packet, track: 0)
    case .audioPacket(let packet): fragment = try muxer?.write(packet, track: 1)
    default: fragment = nil
    }
    byteCount = muxer?.byteCount ?? 0
    if let fragment { duration = fragment.end }
    return fragment != nil
  }

  /// Ends the movie: both tracks last until `end`.
  mutating func finish(at end: MediaTime) throws(CodecError) {
    if let fragment = try muxer?.finish(videoEnd: end, audioEnd: end) { duration = fragment.end }
  }

  /// What makes an ordinary movie of the finished one.
  func flatIndex() throws(CodecError) -> FlatIndex? {
    try muxer?.flatIndex()
  }

  /// Lends the complete fragments to `body`.
  mutating func drain(_ body: (RawSpan) throws(SystemError) -> Void) throws(SystemError) {
    try muxer?.drain(body)
  }
}
