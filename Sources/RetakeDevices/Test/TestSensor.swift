/// A raw sensor, of light or of depth, that the test camera imitates: what it sends goes the same way as a real
/// one's.
package struct TestSensor: Hashable, Sendable {
  /// The colours in front of it; nil measures depth.
  let filter: SensorFilter?
  /// 8 to 16 bits a sample.
  let bits: Int
  /// V4L2's name of what it sends.
  let fourCC: FourCC

  private static let depths = [8, 10, 12, 14, 16]

  /// Z16: depth in 16 bits.
  static let depth = TestSensor(filter: nil, bits: 16, fourCC: FourCC("Z16"))

  private init(filter: SensorFilter?, bits: Int, fourCC: FourCC) {
    self.filter = filter
    self.bits = bits
    self.fourCC = fourCC
  }

  /// The sensor of a name such as `rggb8`, `bggr10` or `z16`; `bayer` is `rggb8`. Nil where it is none.
  init?(named name: Substring) {
    switch name {
    case "z16": self = .depth
    case "bayer": self.init(named: "rggb8")
    default:
      guard let filter = SensorFilter(rawValue: String(name.prefix(4))),
        let place = Self.depths.firstIndex(where: { name.dropFirst(4) == "\($0)" })
      else { return nil }
      self.init(filter: filter, bits: Self.depths[place], fourCC: FourCC(Self.names(filter)[place]))
    }
  }

  /// V4L2's names, one for each depth.
  private static func names(_ filter: SensorFilter) -> [String] {
    switch filter {
    case .rggb: ["RGGB", "RG10", "RG12", "RG14", "RG16"]
    case .bggr: ["BA81", "BG10", "BG12", "BG14", "BYR2"]
    case .gbrg: ["GBRG", "GB10", "GB12", "GB14", "GB16"]
    case .grbg: ["GRBG", "BA10", "BA12", "GR14", "GR16"]
    }
  }

  /// How what it sends is read.
  var wire: WireFormat {
    guard let wire = WireFormat.named(fourCC) else { preconditionFailure("a format of the table") }
    return wire
  }
}
