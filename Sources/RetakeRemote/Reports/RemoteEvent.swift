package import RetakeKiosk

/// What those who subscribed are told.
package enum RemoteEvent: Hashable, Sendable {
  /// A state has begun.
  case state(StateReport)
  case notice(KioskNotice)
  case recovered(RecoveryCount)

  /// The event's line.
  package var object: RemoteObject {
    switch self {
    case .state(let report): ["event": "state"] + report.fields
    case .notice(let notice): ["event": "notice", "code": .text(notice.rawValue)]
    case .recovered(let count):
      [
        "event": "notice", "code": "recovered", "count": .integer(count.recovered),
        "damaged": .integer(count.damaged),
      ]
    }
  }
}
