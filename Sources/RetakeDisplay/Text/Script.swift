/// A writing system, as far as fonts and shaping care.
enum Script: String, Sendable {
  /// The raw value is the name of ISO 15924, which HarfBuzz takes.
  case latin = "Latn"
  case greek = "Grek"
  case cyrillic = "Cyrl"
  case hebrew = "Hebr"
  case arabic = "Arab"
  case devanagari = "Deva"
  case han = "Hani"
  case kana = "Kana"
  case hangul = "Hang"

  /// The script of a letter; nil for what belongs to none (digits, blanks, punctuation, marks).
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x590...0x5FF, 0xFB1D...0xFB4F: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF:
      // Arabic's own digits run from left to right like all others.
      if (0x660...0x669).contains(scalar.value) || (0x6F0...0x6F9).contains(scalar.value) { return nil }
      self = .arabic
    case 0x900...0x97F, 0xA8E0...0xA8FF: self = .devanagari
    case 0x2E80...0x2FDF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
    case 0x3040...0x30FF, 0x31F0...0x31FF: self = .kana
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF: self = .hangul
    default: return nil
    }
  }

  /// Whether it is written from right to left.
  var isRightToLeft: Bool { self == .hebrew || self == .arabic }
}
