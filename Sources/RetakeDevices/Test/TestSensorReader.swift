internal import RetakeMedia
internal import RetakeRuntime

/// Makes of a picture what a raw sensor would send, and reads that as if it came from a driver. Belongs to the
/// camera's thread.
struct TestSensorReader: ~Copyable {
  private var reader: BufferReader
  private let memory: TestBufferMemory
  private let sensor: TestSensor

  /// A reader of a `sensor` of this size.
  init(_ sensor: TestSensor, width: Int, height: Int) throws(SystemError) {
    self.sensor = sensor
    let format = V4L2DeviceFormat(fourCC: sensor.fourCC, width: width, height: height)
    let byteCount = width * height * (sensor.bits > 8 ? 2 : 1)
    memory = TestBufferMemory(byteCount: byteCount)
    reader = try BufferReader(sensor.wire, in: format, largest: byteCount)
  }

  /// The picture in `samples`, a byte a pixel, as the sensor's camera gives it; nil where no slab is free.
  mutating func frame(of samples: VideoFrame) -> CameraSample? {
    memory.fill(with: samples, bits: sensor.bits)
    var filled = V4L2FilledBuffer(index: 0)
    filled.bytesUsed[0] = memory.byteCount
    return try? reader.sample(filled, in: [memory], time: samples.time, sequence: samples.sequence)
  }
}

/// A buffer that a sensor without a driver has filled.
private final class TestBufferMemory: BufferMemory {
  let byteCount: Int
  private let bytes: Monitor<[UInt8]>

  init(byteCount: Int) {
    self.byteCount = byteCount
    bytes = Monitor([UInt8](repeating: 0, count: byteCount))
  }

  func fill(with samples: VideoFrame, bits: Int) {
    samples.storage.withPlane(0) { rows in
      bytes.withLock { $0.write(rows, width: samples.width, stride: samples.strides[0], bits: bits) }
    }
  }

  func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withLock { bytes throws(Failure) in try bytes.withBytes(body) }
  }
}
