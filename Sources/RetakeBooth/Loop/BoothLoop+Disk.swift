internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

// Whether a take can be written: looked at between takes, so that a guest learns it before the countdown.
extension BoothLoop {
  private static let diskPeriod = MediaTime(seconds: 10)

  /// When to look next; nil while that is no matter.
  var diskDeadline: MediaTime? {
    parts.store != nil && parts.capture != nil && state.phase.waitsForGuests ? nextDiskCheck : nil
  }

  func watchDisk(_ now: MediaTime) {
    guard let due = diskDeadline, due <= now, let capture = parts.capture else { return }
    nextDiskCheck = now + Self.diskPeriod
    guard let place else { return prepareNextTake() }
    let mailbox = parts.mailbox
    parts.files.perform {
      do throws(RetakeError) {
        try capture.checkDisk(for: place)
        mailbox.post(.diskChecked(nil))
      } catch {
        mailbox.post(.diskChecked(error))
      }
    }
  }

  /// Says once what is wrong, and once that it is right again.
  func tellDisk(_ error: RetakeError?) {
    let problem = error.map { KioskState.Interruption($0.code) }
    guard problem != state.storageProblem else { return }
    if let error { Log.error("\(error)") } else { Log.warning("takes can be written again") }
    feed(.storage(problem))
  }
}

extension KioskPhase {
  /// A take may begin in it.
  var waitsForGuests: Bool { self == .attract || self == .ready || self == .saved }
}
