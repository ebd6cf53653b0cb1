/// What one of the doctor's checks found.
package struct Finding: Hashable, Encodable {
  /// How bad it is.
  package enum State: String, Encodable {
    /// As it should be.
    case ok
    /// Retake works, with something less.
    case warning
    /// Something essential is missing.
    case fault
  }

  /// How bad it is.
  package var state: State
  /// What was checked.
  package var name: String
  /// What was found, one line.
  package var finding: String
  /// How to mend it, one line; empty where there is nothing to mend.
  package var mend: String

  /// A finding; see the fields.
  package init(_ state: State, _ name: String, _ finding: String, mend: String = "") {
    self.state = state
    self.name = name
    self.finding = finding
    self.mend = mend
  }
}
