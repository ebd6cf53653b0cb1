package import RetakeMedia

/// How much of a take's pictures the encoder makes, and how hard it tries.
package struct EncoderPace: Hashable, Sendable {
  /// The rung of the ladder; nil where the encoder has one speed.
  package var speed: EncoderSpeed?
  /// Of so many pictures one is encoded: 1 is all of them.
  package var divisor = 1

  /// A pace; every picture by itself.
  package init(speed: EncoderSpeed?, divisor: Int = 1) {
    self.speed = speed
    self.divisor = divisor
  }

  /// As the statistics name it: `superfast`, `ultrafast 1/2`; of an encoder with one speed `1/1`.
  package var name: String {
    guard let speed else { return "1/\(divisor)" }
    return divisor == 1 ? speed.rawValue : "\(speed.rawValue) 1/\(divisor)"
  }
}
