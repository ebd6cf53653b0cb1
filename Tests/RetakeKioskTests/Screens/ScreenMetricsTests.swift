import RetakeKiosk
import Testing

@Suite struct ScreenMetricsTests {
  @Test(
    arguments: [
      (800, 480, 4.8), (1024, 600, 6), (1280, 720, 7.2), (1920, 1080, 10.8), (3840, 2160, 21.6),
      (1024, 768, 6.4),
      (720, 1280, 7.2),
    ] as [(Float, Float, Float)])
  func unitIsThatOfTheTable(width: Float, height: Float, unit: Float) {
    let metrics = ScreenMetrics(size: ScreenSize(width: width, height: height))
    #expect(abs(metrics.unit - unit) < 0.001)
  }
}
