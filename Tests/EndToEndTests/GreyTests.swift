import Fixtures
import Foundation
import RetakeBench
import Testing

/// Cameras that see grey use every value of a byte (full range), takes have limited range: other numbers in the file, and
/// the same grey for whoever looks at it.
@Suite struct GreyTests {
  @Test func greyIsSeenInTheFileAsTheCameraHasIt() throws {
    let scratch = try Scratch()
    let steps = (0..<8).map { $0 * 36 }
    let clip = try TestMedia.make(
      "grey.mkv", "-f lavfi -i nullsrc=s=320x180:r=25,format=gray,geq=lum='trunc(X/40)*36' -t 0.4 -c:v ffv1")
    let take = scratch.path("grey.mp4")
    let report = try Program.retake([
      "record", "-o", take, "-t", "0.4", "--camera", "file:" + clip, "--microphone", "none", "--encoder",
      "libx264:ultrafast", "--min-free", "0", "--json",
    ]).json()
    #expect(report["reason"] as? String == "duration")
    let seen = try Program.run(
      "ffmpeg", ["-v", "error", "-i", take, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"]
    ).output
    try #require(seen.count == 320 * 180 * 3)
    for (step, grey) in steps.enumerated() {
      let middle = (90 * 320 + step * 40 + 20) * 3
      for color in 0..<3 {
        // libv4lconvert gives red, green and blue the camera's own value.
        #expect(abs(Int(seen[middle + color]) - grey) <= 3, "step \(step): \(seen[middle + color])")
      }
    }
  }
}
