/// How a sound card writes a sample; the names are ALSA's. Those that are read here, the best first.
///
/// A quiet microphone profits from more than 16 bits; 8 are a hiss, and only for what has nothing else.
enum SampleFormat: String, CaseIterable, Sendable {
  case s32 = "S32_LE"
  case float = "FLOAT_LE"
  /// 24 bits in the low bytes of 32.
  case s24 = "S24_LE"
  /// 24 bits in 3 bytes.
  case s24Packed = "S24_3LE"
  case s16 = "S16_LE"
  case u8 = "U8"

  /// Bytes of a sample.
  var byteCount: Int {
    switch self {
    case .s32, .float, .s24: 4
    case .s24Packed: 3
    case .s16: 2
    case .u8: 1
    }
  }
}
