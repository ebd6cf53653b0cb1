import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

@Suite struct SampleConversionTests {
  /// Converts `bytes` of one channel.
  private func convert(_ bytes: [UInt8], _ format: SampleFormat, channels: Int = 1) -> [Float] {
    let setup = CaptureSetup(sampleFormat: format, deviceChannels: channels, sampleRate: 48_000)
    let frames = bytes.count / setup.frameBytes
    let count = frames * setup.format.channels
    guard var buffer = FramePool(slabBytes: count * 4, capacity: 1).buffer() else { return [] }
    buffer.withBytes { setup.convert(bytes, frameCount: frames, into: &$0) }
    return buffer.publish(byteCount: count * 4).floats(count)
  }

  @Test(
    arguments: [
      (SampleFormat.s16, [0x00, 0x80, 0x00, 0x00, 0x00, 0x40, 0xFF, 0x7F]),
      (.s24Packed, [0x00, 0x00, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x40, 0xFF, 0xFF, 0x7F]),
      // The highest byte is rubbish.
      (.s24, [0, 0, 0x80, 0x12, 0, 0, 0, 0xFF, 0, 0, 0x40, 0x80, 0xFF, 0xFF, 0x7F, 0xAB]),
      (.s32, [0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40, 0xFF, 0xFF, 0xFF, 0x7F]),
      (.float, [0, 0, 0x80, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0x3F, 0, 0, 0x80, 0x3F]),
      (.u8, [0x00, 0x80, 0xC0, 0xFF]),
    ] as [(SampleFormat, [UInt8])])
  func fullScaleIsOne(_ format: SampleFormat, _ bytes: [UInt8]) {
    let floats = convert(bytes, format)
    #expect(floats.count == 4 && floats[0] == -1 && floats[1] == 0 && floats[2] == 0.5)
    #expect(floats[3] <= 1 && floats[3] > 0.99)
  }

  @Test func whatIsNoNumberIsSilence() {
    #expect(convert([0, 0, 0xC0, 0x7F, 0, 0, 0x80, 0xFF], .float) == [0, 0])
  }

  @Test func channelsStayInOrder() {
    #expect(convert([0x80, 0xC0, 0x40, 0x80], .u8, channels: 2) == [0, 0.5, -0.5, 0])
  }

  @Test func ofMoreThanEightChannelsTheFirstAreKept() {
    let bytes = (0..<20).map { UInt8(128 + $0) }
    let kept = (0..<8).map { Float($0) / 128 } + (10..<18).map { Float($0) / 128 }
    #expect(convert(bytes, .u8, channels: 10) == kept)
  }
}
