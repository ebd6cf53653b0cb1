import Foundation
import Testing

/// Where the test camera's flashes and the test microphone's beeps lie in a file.
struct FlashAndBeep {
  /// Seconds of the flashes.
  var flashes: [Double]
  /// Seconds of the beeps' beginnings.
  var beeps: [Double]

  init(_ path: String) throws {
    let stamps = try Judge.stamps(path)
    let brightness = try Judge.brightness(path)
    try #require(stamps.count == brightness.count)
    flashes = zip(stamps, brightness).filter { $0.1 > 200 }.map(\.0)
    let sound = try Judge.sound(path)
    beeps = []
    var quiet = 0
    // An encoder may ring a little before a tone; a third of the beep's height is its edge, within 0.3 ms.
    for (index, sample) in sound.enumerated() {
      if abs(Int(sample)) < 3000 {
        quiet += 1
      } else {
        if quiet > 4800 || beeps.isEmpty { beeps.append(Double(index) / 48_000) }
        quiet = 0
      }
    }
  }

  /// Beep minus flash, in seconds, for each flash; a flash without a beep within half a second is nil.
  var offsets: [Double?] {
    flashes.map { flash in beeps.map { $0 - flash }.filter { abs($0) < 0.5 }.min { abs($0) < abs($1) } }
  }
}
