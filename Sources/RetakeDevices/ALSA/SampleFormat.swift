/// How a sound card writes a sample; the names are ALSA's. Those that are read here, the preferred one first.
///
/// 16 bits are finer than any microphone's own noise, take the least of a USB bus, and are what other programs on a
/// shared card expect. 8 bits are a hiss, and only for what has nothing else.
enum SampleFormat: String, CaseIterable, Sendable {
  case s16 = "S16_LE"
  /// 24 bits in 3 bytes.
  case s24Packed = "S24_3LE"
  case s32 = "S32_LE"
  /// 24 bits in the low bytes of 32.
  case s24 = "S24_LE"
  case float = "FLOAT_LE"
  case u8 = "U8"

  /// Bytes of a sample.
  var byteCount: Int {
    switch self {
    case .s16: 2
    case .s24Packed: 3
    case .s32, .s24, .float: 4
    case .u8: 1
    }
  }
}
