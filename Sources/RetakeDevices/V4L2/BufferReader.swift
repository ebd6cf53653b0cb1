internal import RetakeMedia
internal import RetakeRuntime

/// Makes samples of a stream's buffers: copies, or conversions, in slabs of its own. One thread at a time.
struct BufferReader: ~Copyable {
  /// Why a buffer gave no picture.
  enum Failure: Error, Hashable, Sendable {
    /// It holds less than a picture.
    case short
    /// Readers hold all slabs.
    case noSlab
    /// The library would not convert it.
    case unreadable
  }

  /// Slabs that readers can hold at once; less where pictures are so large that they would fill the memory.
  private static let slabs = 80
  private static let slabsBytes = 256 << 20

  private let wire: WireFormat
  private let color: ColorInfo
  private let places: [PlanePlace]
  private let layout: PlaneLayout?
  private let pool: FramePool
  private var converter: LibraryConverter?
  private var depths = DepthRange()
  /// What the converter makes, and what it reads where rows had to be prepared.
  private var converted: [UInt8] = []
  private var prepared: [UInt8] = []

  /// A reader of what `stream` delivers as `wire`.
  init(_ stream: V4L2Stream, _ wire: WireFormat) throws(SystemError) {
    try self.init(wire, in: stream.format, largest: stream.buffers.first?.first?.byteCount ?? 0, of: stream)
  }

  /// A reader of buffers of up to `largest` bytes that hold pictures of `format` as `wire`; of no node where there
  /// is no `stream`.
  init(
    _ wire: WireFormat, in format: V4L2DeviceFormat, largest: Int, of stream: V4L2Stream? = nil
  ) throws(SystemError) {
    self.wire = wire
    color = wire.color(of: format)
    places = PlanePlace.places(wire, in: format)
    let pixels: PixelFormat?
    switch wire.way {
    case .packet: pixels = nil
    case .planes(let format, _, _): pixels = format
    case .converted(let code, let preparation, _):
      pixels = .yuv420p
      let place = places[0]
      let stride = preparation.map { $0.resultBytes(of: place.rowBytes) } ?? place.stride
      converter = try LibraryConverter(
        code, width: format.width, height: format.height, stride: stride, of: stream)
      converted = [UInt8](repeating: 0, count: format.width * format.height * 3 / 2)
      if preparation != nil { prepared = [UInt8](repeating: 0, count: stride * format.height) }
    }
    layout = pixels.map { PlaneLayout($0, width: format.width, height: format.height) }
    let slabBytes = layout?.byteCount ?? max(largest, 1)
    pool = FramePool(slabBytes: slabBytes, capacity: max(4, min(Self.slabs, Self.slabsBytes / slabBytes)))
  }

  /// The picture in a filled buffer.
  mutating func sample(
    _ filled: V4L2FilledBuffer, in planes: [any BufferMemory], time: MediaTime, sequence: UInt64
  ) throws(Failure) -> CameraSample {
    for place in places {
      // Drivers say of a buffer's plane how much of it counts; where there are fewer of them, the format is not
      // what it was said to be.
      let used = place.buffer < 4 ? filled.bytesUsed[place.buffer] - filled.dataOffsets[place.buffer] : 0
      guard place.buffer < planes.count, used >= place.end,
        place.end + filled.dataOffsets[place.buffer] <= planes[place.buffer].byteCount
      else { throw .short }
    }
    switch wire.way {
    case .packet:
      return .packet(try packet(filled, in: planes, time: time, sequence: sequence))
    case .planes(_, _, var sources):
      if sources[0].operation == .depth { sources[0].operation = depthOperation(filled, in: planes) }
      return .frame(
        try frame(time: time, sequence: sequence) { (frame) throws(Failure) in
          copy(filled, in: planes, sources, into: &frame)
        })
    case .converted(_, let preparation, _):
      try convert(filled, in: planes, after: preparation)
      return .frame(try convertedFrame(time: time, sequence: sequence))
    }
  }

  /// How depths become grey, by those of this picture and of all before it.
  private mutating func depthOperation(
    _ filled: V4L2FilledBuffer, in planes: [any BufferMemory]
  ) -> WireFormat.RowOperation {
    var place = places[0]
    place.offset += filled.dataOffsets[place.buffer]
    planes[place.buffer].withBytes { depths.widen(for: $0, at: place) }
    return .highByte(bits: depths.bits)
  }

  private func packet(
    _ filled: V4L2FilledBuffer, in planes: [any BufferMemory], time: MediaTime, sequence: UInt64
  ) throws(Failure) -> EncodedPacket {
    guard wire.subtype == .codec(.mjpeg) else {
      return try streamPacket(filled, in: planes, time: time, sequence: sequence)
    }
    let (start, end) = (filled.dataOffsets[0], filled.bytesUsed[0])
    guard let memory = planes.first, start >= 0, end > start, end <= memory.byteCount else { throw .short }
    guard var buffer = pool.buffer() else { throw .noSlab }
    let place = PlanePlace(buffer: 0, offset: start, stride: end - start, rowBytes: end - start, rows: 1)
    memory.withBytes { bytes in
      buffer.withBytes { target in
        target.copyRows(place, of: bytes, operation: .copy, rowBytes: place.rowBytes, stride: place.stride)
      }
    }
    return EncodedPacket(
      storage: buffer.publish(byteCount: end - start), byteCount: end - start, presentationTime: time,
      isKeyFrame: true, sequence: sequence)
  }

  /// A packet of a stream whose pictures build on each other: recorders may keep many of them, and none may be
  /// lost, so each has memory of its own.
  private func streamPacket(
    _ filled: V4L2FilledBuffer, in planes: [any BufferMemory], time: MediaTime, sequence: UInt64
  ) throws(Failure) -> EncodedPacket {
    let (start, end) = (filled.dataOffsets[0], filled.bytesUsed[0])
    guard let memory = planes.first, start >= 0, end > start, end <= memory.byteCount else { throw .short }
    let bytes = memory.withBytes { PacketBytes(followedBy: $0.extracting(start..<end)) }
    return EncodedPacket(
      storage: bytes, byteCount: bytes.byteCount, presentationTime: time, isKeyFrame: false,
      sequence: sequence)
  }

  private func frame(
    time: MediaTime, sequence: UInt64, _ fill: (inout WritableFrame) throws(Failure) -> Void
  ) throws(Failure) -> VideoFrame {
    guard let layout, var frame = pool.frame(layout) else { throw .noSlab }
    try fill(&frame)
    return frame.publish(color: color, time: time, sequence: sequence)
  }

  private func copy(
    _ filled: V4L2FilledBuffer, in planes: [any BufferMemory], _ sources: [WireFormat.Source],
    into frame: inout WritableFrame
  ) {
    let layout = frame.layout
    for (plane, source) in sources.enumerated() {
      var place = places[source.plane]
      place.offset += filled.dataOffsets[place.buffer]
      planes[place.buffer].withBytes { bytes in
        frame.withPlane(plane) { target in
          target.copyRows(
            place, of: bytes, operation: source.operation,
            rowBytes: layout.pixelFormat.rowBytes(plane: plane, width: layout.width),
            stride: layout.strides[plane])
        }
      }
    }
  }

  private mutating func convert(
    _ filled: V4L2FilledBuffer, in planes: [any BufferMemory], after preparation: WireFormat.RowOperation?
  ) throws(Failure) {
    var place = places[0]
    place.offset += filled.dataOffsets[0]
    let isDone = planes[0].withBytes { bytes -> Bool in
      guard let preparation else {
        let picture = bytes.extracting(place.offset..<bytes.byteCount)
        return converter?.convert(picture, count: place.stride * place.rows, into: &converted) ?? false
      }
      prepared.copyRows(place, of: bytes, operation: preparation)
      return converter?.convert(prepared, into: &converted) ?? false
    }
    if !isDone { throw .unreadable }
  }

  private func convertedFrame(time: MediaTime, sequence: UInt64) throws(Failure) -> VideoFrame {
    try frame(time: time, sequence: sequence) { (frame) throws(Failure) in
      let layout = frame.layout
      var offset = 0
      for plane in 0..<3 {
        let rowBytes = plane == 0 ? layout.width : layout.width / 2
        let rows = plane == 0 ? layout.height : layout.height / 2
        let place = PlanePlace(buffer: 0, offset: offset, stride: rowBytes, rowBytes: rowBytes, rows: rows)
        frame.withPlane(plane) { target in
          target.copyRows(place, of: converted, stride: layout.strides[plane])
        }
        offset += rowBytes * rows
      }
    }
  }
}
