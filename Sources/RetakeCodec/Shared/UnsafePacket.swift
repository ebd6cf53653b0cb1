internal import CFFmpeg
internal import RetakeMedia

/// An `AVPacket` and its owner. One thread at a time.
@safe struct PacketHandle: ~Copyable, @unchecked Sendable {
  /// Valid while the handle lives.
  let pointer: UnsafeMutablePointer<AVPacket>

  /// An empty packet.
  init() throws(CodecError) {
    guard let packet = unsafe av_packet_alloc() else {
      throw CodecError(averror: retake_averror(ENOMEM), "allocate packet")
    }
    unsafe pointer = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe pointer
    unsafe av_packet_free(&packet)
  }

  /// Number of the stream that it belongs to.
  var streamIndex: Int32 { unsafe pointer.pointee.stream_index }
  /// When it is shown, in ticks of its stream, or FFmpeg's "no time".
  var presentationTicks: Int64 { unsafe pointer.pointee.pts }
  /// When it must be decoded, likewise.
  var decodeTicks: Int64 { unsafe pointer.pointee.dts }
  /// How long it lasts, in ticks; 0 where that is not known.
  var durationTicks: Int64 { unsafe pointer.pointee.duration }
  /// Whether decoding can begin here.
  var isKeyFrame: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether it is decoded and not shown.
  var isDiscarded: Bool { unsafe pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

  /// Gives back the bytes; the packet can be filled again.
  mutating func unref() {
    unsafe av_packet_unref(pointer)
  }

  /// Moves the bytes into a storage of their own, without a copy; the packet is empty afterwards.
  mutating func takeStorage() throws(CodecError) -> PacketStorage {
    try PacketStorage(taking: &self)
  }
}

/// The bytes of an `AVPacket`, shared and read-only. It is immutable, so any thread may read and the last owner
/// may be any thread.
final class PacketStorage: FrameStorage, @unchecked Sendable {
  let packet: PacketHandle
  let planeCount = 1

  fileprivate init(taking other: inout PacketHandle) throws(CodecError) {
    packet = try PacketHandle()
    unsafe av_packet_move_ref(packet.pointer, other.pointer)
    // Only a packet that owns its bytes may outlive the call that made it; else this copies.
    try check(unsafe av_packet_make_refcounted(packet.pointer), "keep packet")
  }

  /// Bytes of the packet.
  var byteCount: Int {
    Int(unsafe packet.pointer.pointee.size)
  }

  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(plane == 0, "no such plane")
    guard let start = unsafe packet.pointer.pointee.data else { return try body(RawSpan()) }
    return try body(unsafe RawSpan(_unsafeStart: start, byteCount: byteCount))
  }
}
