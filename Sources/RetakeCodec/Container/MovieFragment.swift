/// A `moof` and the sample data behind it, as they lie in memory (ISO/IEC 14496-12, 8.8.4 to 8.8.8).
struct MovieFragment {
  /// What a `tfhd` says.
  struct Header {
    var trackID: UInt32
    var flags: UInt32
    /// Where the track's data counts from, if it says so: a byte of the file.
    var baseOffset: UInt64?
    var description: UInt32?
    var duration: UInt32?
    var size: UInt32?
    var sampleFlags: UInt32?
  }

  private let bytes: [UInt8]
  private let box: MovieBox
  /// Behind the last byte that is known of the fragment's data.
  private let end: UInt64
  /// The file's byte that is the first of the fragment.
  let start: UInt64

  /// The fragment of the `moof` box; its data ends before the file's byte `end`. Byte 0 of `bytes` lies at `fileOffset`
  /// of the file.
  init(bytes: [UInt8], box: MovieBox, end: Int64, fileOffset: Int64) {
    self.bytes = bytes
    self.box = box
    self.end = UInt64(end)
    start = UInt64(Int64(box.range.lowerBound) + fileOffset)
  }

  /// The `traf` boxes.
  private func trackBoxes() throws(CodecError) -> [MovieBox] {
    var reader = BoxReader(bytes, box.content)
    return try reader.boxes().filter { $0.type == "traf" }
  }

  /// The `tfhd` of a `traf`.
  private func header(of traf: MovieBox) throws(CodecError) -> Header {
    var boxes = BoxReader(bytes, traf.content)
    guard let box = try boxes.box(), box.type == "tfhd" else { throw boxes.failure("a track has no header") }
    var reader = BoxReader(bytes, box.content)
    let flags = try reader.versionAndFlags().flags
    var header = Header(trackID: try reader.uint32(), flags: flags)
    if flags & 0x01 != 0 { header.baseOffset = try reader.uint64() }
    if flags & 0x02 != 0 { header.description = try reader.uint32() }
    if flags & 0x08 != 0 { header.duration = try reader.uint32() }
    if flags & 0x10 != 0 { header.size = try reader.uint32() }
    if flags & 0x20 != 0 { header.sampleFlags = try reader.uint32() }
    return header
  }

  /// The fragment whose `moof` alone is `bytes`, which lies at byte `offset` of the file.
  init(_ bytes: [UInt8], at offset: Int64, dataEnd: Int64) throws(CodecError) {
    var reader = BoxReader(bytes, 0..<bytes.count)
    guard let box = try reader.box() else { throw reader.failure("there is no fragment") }
    self.init(bytes: bytes, box: box, end: dataEnd, fileOffset: offset)
  }

  /// Its place among the movie's fragments, from 1 (`mfhd`).
  func sequenceNumber() throws(CodecError) -> UInt32 {
    var boxes = BoxReader(bytes, box.content)
    guard let header = try boxes.box(), header.type == "mfhd" else {
      throw boxes.failure("a fragment has no header")
    }
    var reader = BoxReader(bytes, header.content)
    _ = try reader.versionAndFlags()
    return try reader.uint32()
  }

  /// The samples of each `traf`, in their order. `trackDefaults` are those of the movie, by the track's number.
  func runs(_ trackDefaults: [UInt32: FragmentDefaults]) throws(CodecError) -> [FragmentRun] {
    var dataEnd = start
    var runs: [FragmentRun] = []
    var left = Self.mostSamples
    for box in try trackBoxes() {
      let header = try header(of: box)
      guard let defaults = trackDefaults[header.trackID] else {
        throw CodecError(
          .invalidData, "read movie boxes", "a fragment names the unknown track \(header.trackID)")
      }
      runs.append(try read(box, header, defaults, after: &dataEnd, atMost: left))
      left -= runs[runs.count - 1].samples.count
    }
    return runs
  }

  /// Half a second has some dozens; what claims to have so many would only fill the memory.
  private static let mostSamples = 1 << 17

  /// The samples of a `traf`. `dataEnd` is where the data of the track before ends, and then where that of this one
  /// does.
  private func read(
    _ traf: MovieBox, _ header: Header, _ trackDefaults: FragmentDefaults, after dataEnd: inout UInt64,
    atMost limit: Int
  ) throws(CodecError) -> FragmentRun {
    var defaults = trackDefaults
    defaults.description = header.description ?? defaults.description
    defaults.duration = header.duration ?? defaults.duration
    defaults.size = header.size ?? defaults.size
    defaults.flags = header.sampleFlags ?? defaults.flags
    var boxes = BoxReader(bytes, traf.content)
    guard defaults.description == 1 else { throw boxes.failure("a track has more than one description") }
    let base = header.baseOffset ?? (header.flags & 0x2_0000 != 0 ? start : dataEnd)
    dataEnd = base
    var run = FragmentRun(trackID: header.trackID)
    while let box = try boxes.box() {
      switch box.type {
      case "tfdt":
        var reader = BoxReader(bytes, box.content)
        let isLong = try reader.versionAndFlags().version == 1
        let time = try reader.number(isLong: isLong)
        // A thousand years in microseconds are less.
        guard time < 1 << 56 else { throw reader.failure("a fragment comes too late") }
        run.decodeTime = Int64(time)
      case "trun": try readRun(box, base, defaults, &dataEnd, &run, limit)
      default: break
      }
    }
    return run
  }

  private func readRun(
    _ box: MovieBox, _ base: UInt64, _ defaults: FragmentDefaults, _ dataEnd: inout UInt64,
    _ run: inout FragmentRun, _ limit: Int
  ) throws(CodecError) {
    var reader = BoxReader(bytes, box.content)
    let (version, flags) = try reader.versionAndFlags()
    let count = try reader.uint32()
    guard Int(count) <= limit - run.samples.count else { throw reader.failure("there are \(count) samples") }
    if flags & 0x01 != 0 {
      let offset = Int64(Int32(bitPattern: try reader.uint32()))
      guard let place = Int64(exactly: base)?.addingReportingOverflow(offset), !place.overflow,
        let byte = UInt64(exactly: place.partialValue)
      else { throw reader.failure("samples lie outside of the file") }
      dataEnd = byte
    }
    let firstFlags = flags & 0x04 != 0 ? try reader.uint32() : nil
    for index in 0..<count {
      let duration = flags & 0x100 != 0 ? try reader.uint32() : defaults.duration
      let size = flags & 0x200 != 0 ? try reader.uint32() : defaults.size
      let ownFlags = flags & 0x400 != 0 ? try reader.uint32() : defaults.flags
      let offset = flags & 0x800 != 0 ? try reader.uint32() : 0
      guard size > 0, dataEnd >= start, dataEnd <= end, UInt64(size) <= end - dataEnd else {
        throw reader.failure("a sample of \(size) bytes lies outside of its fragment")
      }
      guard version == 1 || offset <= Int32.max else { throw reader.failure("a picture is shown too late") }
      let sampleFlags = index == 0 ? firstFlags ?? ownFlags : ownFlags
      let sample = SampleTable.Sample(
        size: size, duration: duration, compositionOffset: Int32(bitPattern: offset),
        isSync: sampleFlags & 0x1_0000 == 0)
      run.samples.append((sample, dataEnd))
      dataEnd += UInt64(size)
    }
  }
}

/// The samples that a fragment has of one track.
struct FragmentRun {
  var trackID: UInt32
  /// When the first one is decoded, in ticks of the track; nil: when the one before it ends.
  var decodeTime: Int64?
  /// Each with its place: a byte of the file.
  var samples: [(sample: SampleTable.Sample, offset: UInt64)] = []

  /// How long they last, in ticks.
  var duration: Int64 { samples.reduce(0) { $0 + Int64($1.sample.duration) } }
}
