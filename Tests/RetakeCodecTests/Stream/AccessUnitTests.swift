import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeCodec

@Suite struct AccessUnitTests {
  private func unit(_ bytes: [UInt8], _ codec: VideoCodec) -> AccessUnit {
    PacketBytes(bytes, followedBy: RawSpan()).withPlane(0) { AccessUnit($0, codec: codec) }
  }

  @Test func parameterSetsAreFoundInFrontOfTheFirstSlice() {
    // AUD, SPS (a start code of three bytes behind it), PPS, IDR slice, and what comes after it.
    let stream: [UInt8] = [
      0, 0, 0, 1, 9, 0xF0, 0, 0, 0, 1, 0x67, 1, 2, 3, 0, 0, 1, 0x68, 4, 0, 0, 0, 1, 0x65, 7, 7, 0, 0, 1, 0x68,
      5,
    ]
    let found = unit(stream, .h264)
    #expect(
      ParameterSet.configuration(found.parameterSets) == [
        0, 0, 0, 1, 0x67, 1, 2, 3, 0, 0, 0, 1, 0x68, 4,
      ])
    #expect(found.slice?.isKeyFrame == true)
    // VPS, SPS, PPS, and a slice.
    let hevc: [UInt8] = [0, 0, 1, 64, 1, 9, 0, 0, 1, 66, 1, 8, 0, 0, 1, 68, 1, 7, 0, 0, 1, 38, 1, 6]
    #expect(
      ParameterSet.configuration(unit(hevc, .hevc).parameterSets) == [
        0, 0, 0, 1, 64, 1, 9, 0, 0, 0, 1, 66, 1, 8, 0, 0, 0, 1, 68, 1, 7,
      ])
    #expect(unit(hevc, .hevc).slice?.isKeyFrame == true)
    #expect(unit([0, 0, 1, 0x41, 1, 2], .h264).slice?.isKeyFrame == false)
    for bytes: [UInt8] in [[], [0, 0, 1], [0, 0, 0, 1], [1, 2, 3, 4, 5], [0, 0, 1, 9, 0, 0]] {
      let nothing = unit(bytes, .h264)
      #expect(nothing.parameterSets.isEmpty && nothing.slice == nil)
    }
  }

  @Test func anyBytesAreReadWithoutACrash() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let usual: [UInt8] = [0, 0, 1, 0x67, 0x68, 0x65, 3]
      let bytes = (0..<40).map { _ -> UInt8 in
        usual.randomElement(using: &generator).flatMap { $0 == 3 ? nil : $0 }
          ?? .random(in: 0...255, using: &generator)
      }
      for codec in [VideoCodec.h264, .hevc] {
        let found = unit(bytes, codec)
        for set in found.parameterSets {
          if let sequence = H264Sequence(set.bytes) { _ = found.slice?.frameNumber(in: sequence) }
        }
      }
    }
  }
}
