/// One recording or photo in a library of takes.
public struct Take: Hashable, Sendable {
  /// Which folder of the library it is in.
  public enum State: String, Sendable, CaseIterable {
    /// Being recorded, or waiting for somebody to decide.
    case incoming
    /// Kept.
    case saved
    /// Thrown away, and still there to be brought back.
    case discarded
  }

  /// Its UUID in lower case, which it keeps in every state; the UUID's start where its sidecar is lost.
  public var id: String
  /// The file, absolute.
  public var path: String
  /// When it began, in seconds since 1970 UTC, by the machine's clock at its end.
  public var secondsSince1970: Double
  /// How long it plays, where that is known.
  public var duration: MediaTime?
  /// Which folder it is in.
  public var state: State

  /// A take; see the fields.
  public init(id: String, path: String, secondsSince1970: Double, duration: MediaTime?, state: State) {
    self.id = id
    self.path = path
    self.secondsSince1970 = secondsSince1970
    self.duration = duration
    self.state = state
  }
}
