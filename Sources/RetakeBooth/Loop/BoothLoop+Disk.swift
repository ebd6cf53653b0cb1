internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

// Whether a take can be written: looked at between takes, so that a guest learns it before the countdown.
extension BoothLoop {
  /// How often it is looked at; where something is wrong, oftener: somebody may be mending it.
  private static let diskPeriod = (well: MediaTime(seconds: 10), ill: MediaTime(seconds: 2))

  /// When to look next; nil while that is no matter.
  var diskDeadline: MediaTime? {
    guard parts.store != nil, parts.capture != nil else { return nil }
    // The card of a disk that has gone goes when it is back.
    let isAwaited = state.phase == .interrupted && state.interruption == .diskGone
    return isAwaited || state.phase.waitsForGuests ? nextDiskCheck : nil
  }

  func watchDisk(_ now: MediaTime) {
    guard let due = diskDeadline, due <= now else { return }
    let problem = state.storageProblem
    nextDiskCheck = now + (problem == nil ? Self.diskPeriod.well : Self.diskPeriod.ill)
    // A library that was away is taken up again with the next place in it.
    guard let place, problem == nil || problem == .storage else { return prepareNextTake() }
    checkDisk(for: place)
  }

  /// Answered by `diskChecked`.
  func checkDisk(for place: TakePlace) {
    guard let capture = parts.capture else { return }
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
    if let error { Log.error(error.inOneSentence) } else { Log.warning("takes can be written again") }
    feed(.storage(problem))
  }
}

extension KioskPhase {
  /// A take may begin in it.
  var waitsForGuests: Bool { self == .attract || self == .ready || self == .saved }
}
