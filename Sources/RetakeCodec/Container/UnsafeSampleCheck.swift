/// Tells the bytes of a sample from what a disk gives for them that never got them.
///
/// A power cut can leave a fragment's boxes on the disk without (all of) its data: in its place are zeros, or what
/// lay there before. Nothing is decoded; a sample that was written is never taken for one that was not.
package enum SampleCheck {
  /// Whether a sample of H.264 or HEVC is whole: NAL units behind their lengths of four bytes, to its last byte. Three
  /// zeros in a row are in none of them (ISO/IEC 14496-10, 7.4.1), but a few may stand at their end.
  package static func isWholeNALUnits(_ sample: RawSpan) -> Bool {
    unsafe sample.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        guard unsafe rest.count > 4 else { return false }
        let length = unsafe rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        unsafe rest = rest.dropFirst(4)
        guard length > 0, unsafe length <= rest.count, unsafe rest[rest.startIndex] & 0x80 == 0,
          unsafe !hasHole(rest.prefix(length))
        else { return false }
        unsafe rest = rest.dropFirst(length)
      }
      return unsafe !bytes.isEmpty
    }
  }

  /// Whether a sample of any codec has something in it.
  package static func isNotEmpty(_ sample: RawSpan) -> Bool {
    unsafe sample.withUnsafeBytes { bytes in unsafe bytes.contains { $0 != 0 } }
  }

  /// Whether a sample in this codec, by its name in a movie, came to the disk.
  static func isWhole(_ sample: [UInt8], _ format: FourCC?) -> Bool {
    let bytes = unsafe sample.span.bytes
    return hasNALUnits(format) ? isWholeNALUnits(bytes) : isNotEmpty(bytes)
  }

  /// Whether a codec, by its name in a movie, has samples of NAL units.
  static func hasNALUnits(_ format: FourCC?) -> Bool {
    guard let format else { return false }
    return (["avc1", "avc3", "hvc1", "hev1"] as [FourCC]).contains(format)
  }

  /// So many zeros at the end of a unit are no padding.
  private static let longestPadding = 512

  private static func hasHole(_ unit: Slice<UnsafeRawBufferPointer>) -> Bool {
    var zeros = 0
    for place in unsafe unit.indices {
      if unsafe unit[place] == 0 {
        zeros += 1
      } else {
        if zeros > 2 { return true }
        zeros = 0
      }
    }
    return zeros >= longestPadding
  }
}
