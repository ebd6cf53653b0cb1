/// What an index says of the samples of one track: where they are, how long they last. About 12 bytes a picture
/// and 4 a packet of sound.
struct SampleTable: Sendable {
  struct Sample: Hashable, Sendable {
    /// Bytes.
    var size: UInt32
    /// Ticks of the track.
    var duration: UInt32
    /// Ticks from when it is decoded to when it is shown.
    var compositionOffset: Int32
    /// Whether decoding can begin here.
    var isSync: Bool
  }

  /// Samples that lie side by side in the file.
  struct Chunk: Hashable, Sendable {
    /// The first byte, counted from the beginning of the file.
    var offset: UInt64
    var sampleCount: UInt32
  }

  private(set) var sizes: [UInt32] = []
  private(set) var durations = RunList<UInt32>()
  private(set) var compositionOffsets = RunList<Int32>()
  private(set) var syncs = RunList<Bool>()
  private(set) var chunks: [Chunk] = []
  /// Where the first sample begins in the order of decoding, in ticks: 0, but where a movie has lost its beginning.
  private(set) var decodeStart: Int64 = 0
  /// Where the last sample ends.
  private(set) var decodeEnd: Int64 = 0
  /// What is missing between samples, in ticks.
  private(set) var gaps: [Range<Int64>] = []
  /// Where the last sample ended of those that were left out, in ticks.
  private(set) var lostEnd: Int64 = 0
  /// Where the sample ends that is shown last.
  private(set) var presentationEnd: Int64 = 0
  /// The file's byte behind the last sample.
  private var byteEnd: UInt64 = 0
  private var syncSampleCount = 0

  /// Adds the next sample in the order of decoding, which lies at byte `offset` of the file.
  mutating func append(_ sample: Sample, at offset: UInt64) {
    if offset == byteEnd, !chunks.isEmpty {
      chunks[chunks.count - 1].sampleCount += 1
    } else {
      chunks.append(Chunk(offset: offset, sampleCount: 1))
    }
    byteEnd = offset + UInt64(sample.size)
    sizes.append(sample.size)
    durations.append(sample.duration)
    compositionOffsets.append(sample.compositionOffset)
    syncs.append(sample.isSync)
    if sample.isSync { syncSampleCount += 1 }
    decodeEnd += Int64(sample.duration)
    presentationEnd = max(presentationEnd, decodeEnd + Int64(sample.compositionOffset))
  }

  /// Lets the next sample begin at `time`, which must not be before the end of the last one: that one lasts until then.
  /// A gap stays a gap, so that all behind it is shown at its time. False where a sample cannot last so long.
  mutating func leaveGap(until time: Int64) -> Bool {
    guard time > decodeEnd else { return time == decodeEnd }
    if sizes.isEmpty {
      decodeStart = time
      presentationEnd = time
    } else {
      guard let extra = UInt32(exactly: time - decodeEnd), durations.extendLast(by: extra) else {
        return false
      }
      gaps.append(decodeEnd..<time)
    }
    decodeEnd = time
    return true
  }

  /// Notes that there were samples until `time` which cannot be shown.
  mutating func lose(until time: Int64) {
    lostEnd = max(lostEnd, time)
  }

  /// Bytes of the boxes that `write` makes, at most.
  var byteCount: Int {
    let runs = durations.runs.count + compositionOffsets.runs.count
    let syncNumbers = syncs.runs.count == 1 ? 0 : syncSampleCount
    return sizes.count * 4 + runs * 8 + syncNumbers * 4 + chunks.count * 20 + 160
  }

  /// Writes the boxes of a sample table but its `stsd` (ISO/IEC 14496-12, 8.6 and 8.7).
  func write(into writer: inout BoxWriter) throws(CodecError) {
    try writeTimes(into: &writer)
    try writeSyncSamples(into: &writer)
    try writePlaces(into: &writer)
  }

  private func writeTimes(into writer: inout BoxWriter) throws(CodecError) {
    writer.begin("stts", version: 0)
    writer.write(UInt32(durations.runs.count))
    for run in durations.runs {
      writer.write(run.count)
      writer.write(run.value)
    }
    try writer.end()
    guard compositionOffsets.runs.contains(where: { $0.value != 0 }) else { return }
    writer.begin("ctts", version: compositionOffsets.runs.contains { $0.value < 0 } ? 1 : 0)
    writer.write(UInt32(compositionOffsets.runs.count))
    for run in compositionOffsets.runs {
      writer.write(run.count)
      writer.write(run.value)
    }
    try writer.end()
  }

  /// Without this box, every sample is one where decoding can begin.
  private func writeSyncSamples(into writer: inout BoxWriter) throws(CodecError) {
    guard syncs.runs.contains(where: { !$0.value }) else { return }
    writer.begin("stss", version: 0)
    writer.write(UInt32(syncSampleCount))
    var number: UInt32 = 1
    for run in syncs.runs {
      if run.value { for sample in number..<number + run.count { writer.write(sample) } }
      number += run.count
    }
    try writer.end()
  }

  private func writePlaces(into writer: inout BoxWriter) throws(CodecError) {
    // Which chunk is the first of those with as many samples.
    var firsts: [Int] = []
    for (index, chunk) in chunks.enumerated() {
      if index == 0 || chunk.sampleCount != chunks[index - 1].sampleCount { firsts.append(index) }
    }
    writer.begin("stsc", version: 0)
    writer.write(UInt32(firsts.count))
    for index in firsts {
      writer.write(UInt32(index + 1))
      writer.write(chunks[index].sampleCount)
      writer.write(UInt32(1))
    }
    try writer.end()
    writer.begin("stsz", version: 0)
    writer.write(UInt32(0))
    writer.write(UInt32(sizes.count))
    for size in sizes { writer.write(size) }
    try writer.end()
    let isLong = chunks.contains { $0.offset > UInt64(UInt32.max) }
    writer.begin(isLong ? "co64" : "stco", version: 0)
    writer.write(UInt32(chunks.count))
    for chunk in chunks { writer.write(chunk.offset, isLong: isLong) }
    try writer.end()
  }
}
