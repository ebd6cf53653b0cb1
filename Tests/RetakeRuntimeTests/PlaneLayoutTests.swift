import RetakeMedia
import RetakeRuntime
import Testing

@Suite struct PlaneLayoutTests {
  @Test(arguments: PixelFormat.allCases)
  func planesDoNotOverlapAndHoldOddSizes(format: PixelFormat) {
    for (width, height) in [(1, 1), (127, 95), (641, 481), (1280, 720)] {
      let layout = PlaneLayout(format, width: width, height: height)
      var end = 0
      for plane in 0..<format.planeCount {
        #expect(layout.offsets[plane] >= end)
        #expect(layout.strides[plane] >= format.rowBytes(plane: plane, width: width))
        #expect(layout.offsets[plane] % 64 == 0)
        end = layout.offsets[plane] + layout.planeBytes[plane]
      }
      #expect(layout.byteCount >= end + 64)
    }
    #expect(format.rowBytes(plane: format.planeCount - 1, width: 3) >= 2)
  }
}
