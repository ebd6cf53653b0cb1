/// What a movie has lost in its middle: what is there keeps its time, so a gap stays a gap.
package struct MissingPart: Hashable, Sendable, Codable {
  /// Seconds of the movie as it plays now; 0: its beginning is lost, and what was behind it plays first.
  package var at: Double
  /// How long what is lost was; nil where nobody knows.
  package var seconds: Double?

  /// A part; see the fields.
  package init(at: Double, seconds: Double?) {
    self.at = at
    self.seconds = seconds
  }

  /// Shorter is no loss that anybody could see: a rounded stamp.
  static let shortest = 0.1
}
