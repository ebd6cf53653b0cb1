// The pixels of a frame into a texture that SDL has locked. Raw pointers stop here and in UnsafePlanes.swift.
internal import RetakeKiosk
internal import RetakeMedia

extension PixelFormat {
  /// Whether its texture is NV12; else three planes.
  var isShownBiplanar: Bool {
    switch self {
    case .nv12, .yuyv422, .uyvy422: true
    case .yuv420p, .yuv422p, .yuv444p, .gray8: false
    }
  }
}

extension VideoFrame {
  /// Reads rows of a plane; a plane that is too short traps.
  func withRows(_ plane: Int, columns: Int, rows: Int, _ body: (PlaneRows) -> Void) {
    // The last row may end early, and two-byte samples count twice.
    let bytes = pixelFormat.rowBytes(plane: plane, width: width)
    storage.withPlane(plane) { span in
      precondition(span.byteCount >= strides[plane] * (rows - 1) + bytes, "a plane is too short")
      unsafe span.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe body(PlaneRows(base: base, stride: strides[plane], columns: columns, rows: rows))
      }
    }
  }
}

/// Copies frames into textures, thinned to 4:2:0 on the way. Keeps its scratch from frame to frame.
struct FrameCopier {
  private var scratch: [UInt8] = []

  /// Writes `frame` into a texture of its kind and even size; `visible` is where its own pixels go. False where
  /// SDL does not hand the texture out.
  mutating func fill(
    _ texture: Texture, with frame: VideoFrame, _ orientation: Orientation, _ visible: ScreenRect
  ) -> Bool {
    unsafe texture.write { planes, pitch in
      unsafe fill(planes, pitch, of: texture, frame, orientation, visible)
    }
  }

  private mutating func fill(
    _ planes: UnsafeMutableRawPointer, _ pitch: Int, of texture: Texture, _ frame: VideoFrame,
    _ orientation: Orientation, _ visible: ScreenRect
  ) {
    let (width, height) = (texture.width, texture.height)
    let isBiplanar = frame.pixelFormat.isShownBiplanar
    let luma = unsafe planes
    let chroma = unsafe planes + pitch * height
    let chromaPitch = isBiplanar ? (pitch + 1) / 2 * 2 : (pitch + 1) / 2
    let chromaRows = height / 2
    let target = unsafe luma + Int(visible.y) * pitch + Int(visible.x)
    let needsSqueeze = ColorConversion.needsSqueeze(frame.color)
    withReducedPlanes(of: frame) { y, u, v in
      unsafe UnsafePlanes.copy(bytes: y, to: target, stride: pitch, orientation)
      unsafe UnsafePlanes.pad(
        luma, stride: pitch, width: width, height: height, left: Int(visible.x),
        top: Int(visible.y), columns: Int(visible.width), rows: Int(visible.height))
      let second = unsafe chroma + chromaPitch * chromaRows
      switch (u, v) {
      case (.some(let pairs), nil):
        unsafe UnsafePlanes.copy(pairs: pairs, to: chroma, stride: chromaPitch, orientation)
      case (.some(let u), .some(let v)):
        unsafe UnsafePlanes.copy(bytes: u, to: chroma, stride: chromaPitch, orientation)
        unsafe UnsafePlanes.copy(bytes: v, to: second, stride: chromaPitch, orientation)
      default:
        unsafe chroma.initializeMemory(as: UInt8.self, repeating: 128, count: chromaPitch * chromaRows * 2)
      }
    }
    guard needsSqueeze else { return }
    unsafe UnsafePlanes.map(luma, count: pitch * height, table: ColorConversion.squeezedLuma)
    let chromaBytes = chromaPitch * chromaRows * (isBiplanar ? 1 : 2)
    unsafe UnsafePlanes.map(chroma, count: chromaBytes, table: ColorConversion.squeezedChroma)
  }

  /// Hands out Y with U and V, or with both in turn, or alone, at 4:2:0: the frame's own planes where they are
  /// so, else thinned into the scratch.
  private mutating func withReducedPlanes(
    of frame: VideoFrame, _ body: (PlaneRows, PlaneRows?, PlaneRows?) -> Void
  ) {
    let (width, height) = (frame.width, frame.height)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch frame.pixelFormat {
    case .gray8:
      frame.withRows(0, columns: width, rows: height) { body($0, nil, nil) }
    case .nv12:
      frame.withRows(0, columns: width, rows: height) { y in
        frame.withRows(1, columns: halfWidth, rows: halfHeight) { body(y, $0, nil) }
      }
    case .yuv420p:
      frame.withRows(0, columns: width, rows: height) { y in
        frame.withRows(1, columns: halfWidth, rows: halfHeight) { u in
          frame.withRows(2, columns: halfWidth, rows: halfHeight) { body(y, u, $0) }
        }
      }
    case .yuv422p, .yuv444p:
      let isFull = frame.pixelFormat == .yuv444p
      let columns = isFull ? width : halfWidth
      unsafe withScratch(halfWidth * halfHeight * 2) { scratch in
        let targets = unsafe [scratch, scratch + halfWidth * halfHeight]
        for plane in 0..<2 {
          frame.withRows(plane + 1, columns: columns, rows: height) { rows in
            if isFull {
              unsafe UnsafePlanes.averageSquares(rows, to: targets[plane])
            } else {
              unsafe UnsafePlanes.averageRows(rows, to: targets[plane])
            }
          }
        }
        let thinned = unsafe targets.map {
          unsafe PlaneRows(base: $0, stride: halfWidth, columns: halfWidth, rows: halfHeight)
        }
        frame.withRows(0, columns: width, rows: height) { y in
          body(y, thinned[0], thinned[1])
        }
      }
    case .yuyv422, .uyvy422:
      let even = halfWidth * 2
      unsafe withScratch(even * (height + halfHeight)) { scratch in
        let chroma = unsafe scratch + even * height
        frame.withRows(0, columns: even, rows: height) { rows in
          unsafe UnsafePlanes.unpack(
            rows, isUFirst: frame.pixelFormat == .uyvy422, luma: scratch, chroma: chroma)
        }
        unsafe body(
          PlaneRows(base: scratch, stride: even, columns: width, rows: height),
          PlaneRows(base: chroma, stride: even, columns: halfWidth, rows: halfHeight), nil)
      }
    }
  }

  private mutating func withScratch(_ count: Int, _ body: (UnsafeMutableRawPointer) -> Void) {
    if scratch.count < count { scratch = [UInt8](repeating: 0, count: count) }
    unsafe scratch.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { unsafe body(base) }
    }
  }
}
