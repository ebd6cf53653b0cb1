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

/// Memory that is kept from frame to frame, because frame-sized memory is dear to get. First thread only.
@safe final class ScratchMemory {
  private var bytes: UnsafeMutableRawPointer?
  private var count = 0

  deinit { unsafe bytes?.deallocate() }

  /// At least `count` bytes, whatever is in them; good until the next call.
  func room(_ count: Int) -> UnsafeMutableRawPointer {
    if let bytes = unsafe bytes, self.count >= count { return unsafe bytes }
    unsafe bytes?.deallocate()
    let made = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    unsafe bytes = made
    self.count = count
    return unsafe made
  }
}

/// Copies frames into textures, thinned to 4:2:0 and made smaller on the way.
struct FrameCopier {
  /// Y of a picture with U and V, or with both in turn (no `v`), or alone.
  private struct Planes {
    var y: PlaneRows
    var u: PlaneRows?
    var v: PlaneRows?
  }

  private let scratch = ScratchMemory()
  private let smaller = (0..<PreviewTexture.largestShrink).map { _ in ScratchMemory() }

  /// Writes `frame`, halved `shrink` times, into a texture of its kind and even size; `visible` is where its own
  /// pixels go. False where SDL does not hand the texture out.
  func fill(
    _ texture: Texture, with frame: VideoFrame, shrink: Int, _ orientation: Orientation, _ visible: ScreenRect
  ) -> Bool {
    unsafe texture.write { planes, pitch in
      unsafe fill(planes, pitch, of: texture, frame, shrink, orientation, visible)
    }
  }

  private func fill(
    _ planes: UnsafeMutableRawPointer, _ pitch: Int, of texture: Texture, _ frame: VideoFrame, _ shrink: Int,
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
    withThinnedPlanes(of: frame) { planes in
      let planes = halved(planes, times: shrink)
      unsafe UnsafePlanes.copy(planes.y, sampleBytes: 1, to: target, stride: pitch, orientation)
      unsafe UnsafePlanes.pad(
        luma, stride: pitch, width: width, height: height, left: Int(visible.x),
        top: Int(visible.y), columns: Int(visible.width), rows: Int(visible.height))
      let second = unsafe chroma + chromaPitch * chromaRows
      switch (planes.u, planes.v) {
      case (.some(let pairs), nil):
        unsafe UnsafePlanes.copy(pairs, sampleBytes: 2, to: chroma, stride: chromaPitch, orientation)
      case (.some(let u), .some(let v)):
        unsafe UnsafePlanes.copy(u, sampleBytes: 1, to: chroma, stride: chromaPitch, orientation)
        unsafe UnsafePlanes.copy(v, sampleBytes: 1, to: second, stride: chromaPitch, orientation)
      default:
        unsafe chroma.initializeMemory(as: UInt8.self, repeating: 128, count: chromaPitch * chromaRows * 2)
      }
    }
    guard needsSqueeze else { return }
    unsafe UnsafePlanes.map(luma, count: pitch * height, table: ColorConversion.squeezedLuma)
    let chromaBytes = chromaPitch * chromaRows * (isBiplanar ? 1 : 2)
    unsafe UnsafePlanes.map(chroma, count: chromaBytes, table: ColorConversion.squeezedChroma)
  }

  /// The planes at half the size, so many times.
  private func halved(_ planes: Planes, times: Int) -> Planes {
    var planes = planes
    for level in 0..<times {
      let (columns, rows) = ((planes.y.columns + 1) / 2, (planes.y.rows + 1) / 2)
      let chromaColumns = planes.u?.columns ?? 0
      let (width, height) = ((chromaColumns + 1) / 2, ((planes.u?.rows ?? 0) + 1) / 2)
      let room = unsafe smaller[level].room(columns * rows + 2 * width * height)
      unsafe UnsafePlanes.averageSquares(planes.y, to: room)
      planes.y = unsafe PlaneRows(base: room, stride: columns, columns: columns, rows: rows)
      guard let u = planes.u else { continue }
      let chroma = unsafe room + columns * rows
      if let v = planes.v {
        let second = unsafe chroma + width * height
        unsafe UnsafePlanes.averageSquares(u, to: chroma)
        unsafe UnsafePlanes.averageSquares(v, to: second)
        planes.u = unsafe PlaneRows(base: chroma, stride: width, columns: width, rows: height)
        planes.v = unsafe PlaneRows(base: second, stride: width, columns: width, rows: height)
      } else {
        unsafe UnsafePlanes.averagePairSquares(u, to: chroma)
        planes.u = unsafe PlaneRows(base: chroma, stride: 2 * width, columns: width, rows: height)
      }
    }
    return planes
  }

  /// Hands out the planes at 4:2:0: the frame's own where they are so, else thinned into the scratch.
  private func withThinnedPlanes(of frame: VideoFrame, _ body: (Planes) -> Void) {
    let (width, height) = (frame.width, frame.height)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    switch frame.pixelFormat {
    case .gray8:
      frame.withRows(0, columns: width, rows: height) { body(Planes(y: $0)) }
    case .nv12:
      frame.withRows(0, columns: width, rows: height) { y in
        frame.withRows(1, columns: halfWidth, rows: halfHeight) { body(Planes(y: y, u: $0)) }
      }
    case .yuv420p:
      frame.withRows(0, columns: width, rows: height) { y in
        frame.withRows(1, columns: halfWidth, rows: halfHeight) { u in
          frame.withRows(2, columns: halfWidth, rows: halfHeight) { body(Planes(y: y, u: u, v: $0)) }
        }
      }
    case .yuv422p, .yuv444p:
      let isFull = frame.pixelFormat == .yuv444p
      let columns = isFull ? width : halfWidth
      let first = unsafe scratch.room(halfWidth * halfHeight * 2)
      let targets = unsafe [first, first + halfWidth * halfHeight]
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
        body(Planes(y: y, u: thinned[0], v: thinned[1]))
      }
    case .yuyv422, .uyvy422:
      let even = halfWidth * 2
      let luma = unsafe scratch.room(even * (height + halfHeight))
      let chroma = unsafe luma + even * height
      frame.withRows(0, columns: even, rows: height) { rows in
        unsafe UnsafePlanes.unpack(
          rows, isUFirst: frame.pixelFormat == .uyvy422, luma: luma, chroma: chroma)
      }
      unsafe body(
        Planes(
          y: PlaneRows(base: luma, stride: even, columns: width, rows: height),
          u: PlaneRows(base: chroma, stride: even, columns: halfWidth, rows: halfHeight)))
    }
  }
}
