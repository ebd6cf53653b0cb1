/// What `retake takes` does.
package enum TakesAction: String, Sendable, CaseIterable {
  case list, show, save, discard, recover, verify, purge

  /// What the action is about.
  enum Operand {
    /// The whole library.
    case none
    /// One take, or all of them.
    case optional
    /// One take.
    case take
  }

  var operand: Operand {
    switch self {
    case .list, .recover, .purge: .none
    case .verify: .optional
    case .show, .save, .discard: .take
    }
  }
}
