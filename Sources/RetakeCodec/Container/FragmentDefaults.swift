/// What holds for the samples of a fragment that do not say it themselves (ISO/IEC 14496-12, 8.8.3).
struct FragmentDefaults: Hashable, Sendable {
  /// Which of the track's descriptions holds, from 1.
  var description: UInt32 = 1
  /// Ticks of the track.
  var duration: UInt32 = 0
  /// Bytes.
  var size: UInt32 = 0
  /// The sample's flags.
  var flags: UInt32 = 0

  init() {}

  /// Reads the fields of a `trex` that stand behind the track's number.
  init(_ reader: inout BoxReader) throws(CodecError) {
    description = try reader.uint32()
    duration = try reader.uint32()
    size = try reader.uint32()
    flags = try reader.uint32()
  }
}
