/// The curves of all motion, from 0 to 1 over 0 to 1.
enum Motion {
  /// Fast, then slow: what comes.
  static func out(_ time: Double) -> Double {
    let left = 1 - unit(time)
    return 1 - left * left * left
  }

  /// Slow, then fast: what goes.
  static func `in`(_ time: Double) -> Double {
    let time = unit(time)
    return time * time * time
  }

  /// The pulse of the record button at `time` seconds of the take: 1 to 0.6 in 0.5 s, and back.
  static func pulse(_ time: Double) -> Double {
    0.8 + 0.2 * cosine(ofTurns: time)
  }

  static func unit(_ time: Double) -> Double {
    min(max(time, 0), 1)
  }

  /// cos(2 pi turns) without a maths library: the module imports the standard library alone.
  ///
  /// Folded into a quarter turn and summed to the eighth power; the error stays under 0.00003.
  static func cosine(ofTurns turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    let half = part > 0.5 ? 1 - part : part
    let quarter = half > 0.25 ? 0.5 - half : half
    let square = (2 * Double.pi * quarter) * (2 * Double.pi * quarter)
    let value = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
    return half > 0.25 ? -value : value
  }
}
