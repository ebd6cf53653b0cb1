internal import RetakeMedia

extension WireFormat {
  /// What is known of `fourCC`; nil where it cannot be read.
  static func named(_ fourCC: FourCC) -> WireFormat? {
    table[fourCC]
  }

  /// Every kind that can be read (V4L2's "Image Formats": linux/Documentation/userspace-api/media/v4l).
  private static let table: [FourCC: WireFormat] = {
    let all = compressed + packed + semiplanar + planar + gray + computed
    return Dictionary(uniqueKeysWithValues: all.map { ($0.fourCC, $0) })
  }()

  private static let compressed = KeyValuePairs(
    dictionaryLiteral: ("MJPG", VideoCodec.mjpeg), ("JPEG", .mjpeg), ("H264", .h264), ("HEVC", .hevc)
  ).map { WireFormat(fourCC: FourCC($0), way: .packet($1)) }

  private static let packed: [WireFormat] = {
    let stored = [Plane(across: 2, bytes: 4)]
    return [
      planes("YUYV", .yuyv422, stored, [Source(plane: 0)]),
      planes("YVYU", .yuyv422, stored, [Source(plane: 0, operation: .swapOdd)]),
      planes("UYVY", .uyvy422, stored, [Source(plane: 0)]),
      planes("VYUY", .uyvy422, stored, [Source(plane: 0, operation: .swapEven)]),
    ]
  }()

  private static let semiplanar: [WireFormat] = {
    let luma = Plane()
    let quarter = [luma, Plane(across: 2, down: 2, bytes: 2)]
    let half = [luma, Plane(across: 2, bytes: 2)]
    let whole = [luma, Plane(bytes: 2)]
    let straight = [Source(plane: 0), Source(plane: 1)]
    let crossed = [Source(plane: 0), Source(plane: 1, operation: .swapPairs)]
    let uv = [Source(plane: 0), Source(plane: 1, operation: .even), Source(plane: 1, operation: .odd)]
    let vu = [Source(plane: 0), Source(plane: 1, operation: .odd), Source(plane: 1, operation: .even)]
    return [
      planes("NV12", .nv12, quarter, straight), planes("NM12", .nv12, quarter, straight, separate: true),
      planes("NV21", .nv12, quarter, crossed), planes("NM21", .nv12, quarter, crossed, separate: true),
      planes("NV16", .yuv422p, half, uv), planes("NM16", .yuv422p, half, uv, separate: true),
      planes("NV61", .yuv422p, half, vu), planes("NM61", .yuv422p, half, vu, separate: true),
      planes("NV24", .yuv444p, whole, uv), planes("NV42", .yuv444p, whole, vu),
    ]
  }()

  private static let planar: [WireFormat] = {
    let quarter = [Plane(), Plane(across: 2, down: 2), Plane(across: 2, down: 2)]
    let half = [Plane(), Plane(across: 2), Plane(across: 2)]
    let whole = [Plane(), Plane(), Plane()]
    let uv = [Source(plane: 0), Source(plane: 1), Source(plane: 2)]
    let vu = [Source(plane: 0), Source(plane: 2), Source(plane: 1)]
    return [
      planes("YU12", .yuv420p, quarter, uv), planes("YM12", .yuv420p, quarter, uv, separate: true),
      planes("YV12", .yuv420p, quarter, vu), planes("YM21", .yuv420p, quarter, vu, separate: true),
      planes("422P", .yuv422p, half, uv), planes("YM16", .yuv422p, half, uv, separate: true),
      planes("YM61", .yuv422p, half, vu, separate: true),
      planes("YM24", .yuv444p, whole, uv, separate: true),
      planes("YM42", .yuv444p, whole, vu, separate: true),
    ]
  }()

  private static let gray: [WireFormat] =
    [planes("GREY", .gray8, [Plane()], [Source(plane: 0)])]
    + [("Y10", 10), ("Y12", 12), ("Y14", 14), ("Y16", 16)].map { name, bits in
      planes(name, .gray8, [Plane(bytes: 2)], [Source(plane: 0, operation: .highByte(bits: bits))])
    }
    + [planes("Z16", .gray8, [Plane(bytes: 2)], [Source(plane: 0, operation: .depth)])]
    + ["Y10P", "Y12P", "Y14P"].map { name in
      let group = Group(ofPacked: name)
      return planes(name, .gray8, [group.plane], [Source(plane: 0, operation: group.operation)])
    }

  /// Samples packed side by side: the upper eight bits of each, and behind them the low bits of all of a group.
  private struct Group {
    let plane: Plane
    let operation: RowOperation

    /// Of the format of this name, which tells the bits: `Y10P`, `pRAA`, `pBCC`, `pgEE`.
    init(ofPacked name: String) {
      let (samples, bytes) =
        name.contains("12") || name.hasSuffix("CC")
        ? (2, 3)
        : name.contains("14") || name.hasSuffix("EE") ? (4, 7) : (4, 5)
      plane = Plane(across: samples, bytes: bytes)
      operation = .leading(samples, of: bytes)
    }
  }

  /// What libv4lconvert knows, and what is brought to that.
  private static let computed: [WireFormat] = {
    let bytes: KeyValuePairs = [
      "RGB3": 3, "BGR3": 3, "RGB4": 4, "BGR4": 4, "BX24": 4, "XR24": 4, "BA24": 4, "AR24": 4,
      "BA81": 1, "GBRG": 1, "GRBG": 1, "RGGB": 1,
    ]
    let library = bytes.map { name, bytes in
      let code = FourCC(name)
      return WireFormat(
        fourCC: code, way: .converted(readAs: code, preparation: nil, stored: Plane(bytes: bytes)))
    }
    // The library's own reading of it runs past the end of the picture (1.22.1).
    let short = WireFormat(
      fourCC: FourCC("RGBP"),
      way: .converted(readAs: FourCC("RGB3"), preparation: .widen565, stored: Plane(bytes: 2)))
    return library + [short] + sensors
  }()

  /// Raw sensors of 10, 12, 14 and 16 bits in words, and of 10, 12 and 14 packed, for each of the four orders of
  /// colours.
  private static let sensors: [WireFormat] = {
    let orders = [
      ("BA81", ["BG10", "BG12", "BG14", "BYR2"], ["pBAA", "pBCC", "pBEE"]),
      ("GBRG", ["GB10", "GB12", "GB14", "GB16"], ["pGAA", "pGCC", "pGEE"]),
      ("GRBG", ["BA10", "BA12", "GR14", "GR16"], ["pgAA", "pgCC", "pgEE"]),
      ("RGGB", ["RG10", "RG12", "RG14", "RG16"], ["pRAA", "pRCC", "pREE"]),
    ]
    return orders.flatMap { eight, words, packed -> [WireFormat] in
      func sensor(_ name: String, _ preparation: RowOperation, _ stored: Plane) -> WireFormat {
        WireFormat(
          fourCC: FourCC(name),
          way: .converted(readAs: FourCC(eight), preparation: preparation, stored: stored))
      }
      let loose = zip(words, [10, 12, 14, 16]).map { name, bits in
        sensor(name, .highByte(bits: bits), Plane(bytes: 2))
      }
      return loose
        + packed.map { name in
          let group = Group(ofPacked: name)
          return sensor(name, group.operation, group.plane)
        }
    }
  }()

  private static func planes(
    _ name: String, _ format: PixelFormat, _ stored: [Plane], _ sources: [Source], separate: Bool = false
  ) -> WireFormat {
    WireFormat(
      fourCC: FourCC(name), way: .planes(format, stored: stored, sources: sources),
      hasSeparatePlanes: separate)
  }
}
