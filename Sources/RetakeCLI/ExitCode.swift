package import RetakeMedia

/// How the program ends, for scripts.
package enum ExitCode: Int32, Sendable {
  /// Done; also where a limit, a signal or `quit` ended it.
  case done = 0
  /// Failed.
  case failed = 1
  /// Wrong usage or config.
  case usage = 2
  /// A device is missing, busy, lost or not permitted.
  case device = 3
  /// The storage is missing, not writable, full or held by another kiosk.
  case storage = 4

  /// No kiosk answers `retake ctl`.
  package static let nobodyAnswers = ExitCode.device
}

extension ExitCode {
  /// The code of an error: the only place where one becomes the other.
  package init(_ code: RetakeError.Code) {
    switch code {
    case .invalidArgument:
      self = .usage
    case .deviceMissing, .deviceBusy, .deviceLost, .deviceSilent, .deviceNotPermitted, .busFull:
      self = .device
    case .storageMissing, .storageNotWritable, .storageFull, .storageFailed, .storageBusy:
      self = .storage
    case .wrongState, .notSupported, .inputUnreadable, .encoderFailed, .nothingRecorded, .failed:
      self = .failed
    }
  }
}
