internal import RetakeMedia

/// How a kind of picture lies in a driver's buffer, and what is made of it.
struct WireFormat: Hashable, Sendable {
  /// One plane as the driver lays it: a sample of `bytes` for each `across` pixels of a line, on each `down`th
  /// line.
  struct Plane: Hashable, Sendable {
    var across = 1
    var down = 1
    var bytes = 1
  }

  /// How the bytes of a row become those of ours.
  enum RowOperation: Hashable, Sendable {
    /// As they are.
    case copy
    /// Neighbours change places: V U becomes U V.
    case swapPairs
    /// Of four bytes, the second and the fourth change places: Y V Y U becomes Y U Y V.
    case swapOdd
    /// Of four bytes, the first and the third change places: V Y U Y becomes U Y V Y.
    case swapEven
    /// Every second byte from the first.
    case even
    /// Every second byte from the second.
    case odd
    /// The upper eight of this many bits in a little-endian word of 16.
    case highByte(bits: Int)
    /// The upper eight of as many bits as the depths in sight need (`DepthRange`), in a little-endian word of 16.
    case depth
    /// Of each group of this many bytes the first so many: packed samples, whose low bits stand behind them.
    case leading(Int, of: Int)
    /// A little-endian word of 5, 6 and 5 bits becomes bytes of red, green and blue.
    case widen565
  }

  /// Where a plane of ours comes from.
  struct Source: Hashable, Sendable {
    /// Number of the driver's plane.
    var plane: Int
    var operation = RowOperation.copy
  }

  /// What is made of it.
  enum Way: Hashable, Sendable {
    /// A packet: it is compressed.
    case packet(VideoCodec)
    /// A frame whose planes are copied.
    case planes(PixelFormat, stored: [Plane], sources: [Source])
    /// A frame in 4:2:0 that libv4lconvert computes of `readAs`, to which its rows are brought first by
    /// `preparation`.
    case converted(readAs: FourCC, preparation: RowOperation?, stored: Plane)
  }

  /// V4L2's name.
  var fourCC: FourCC
  /// What is made of it.
  var way: Way
  /// Whether each plane has a buffer of its own (V4L2's `M` formats).
  var hasSeparatePlanes = false

  /// As what it is delivered.
  var subtype: MediaSubtype {
    switch way {
    case .packet(let codec): .codec(codec)
    case .planes(let format, _, _): .pixels(format)
    case .converted: .pixels(.yuv420p)
    }
  }

  /// Whether it costs more than a copy.
  var isConverted: Bool {
    switch way {
    case .packet: false
    case .planes(_, _, let sources): sources.contains { $0.operation != .copy }
    case .converted: true
    }
  }

  /// Planes as the driver lays them; none where it is compressed.
  var stored: [Plane] {
    switch way {
    case .packet: []
    case .planes(_, let stored, _): stored
    case .converted(_, _, let stored): [stored]
    }
  }

  /// Range and matrix of what is delivered. libv4lconvert makes BT.601 in limited range of red, green and blue.
  func color(of format: V4L2DeviceFormat) -> ColorInfo {
    switch way {
    case .packet(.mjpeg): .jpeg
    case .packet: ColorInfo(format)
    case .planes(.gray8, _, _): ColorInfo(format, defaultRange: .full)
    case .planes: ColorInfo(format)
    case .converted: ColorInfo(range: .limited, matrix: .bt601)
    }
  }
}
