internal import RetakeKiosk
package import RetakeMedia
package import RetakeRemote

extension KioskReply.Code {
  /// What a script is told about an error.
  init(_ code: RetakeError.Code) {
    self =
      switch code {
      case .invalidArgument: .badArgument
      case .wrongState: .wrongState
      case .notSupported: .notSupported
      case .deviceMissing, .deviceBusy, .deviceLost, .deviceSilent, .deviceNotPermitted, .busFull: .device
      case .storageMissing, .storageNotWritable, .storageFull, .storageFailed, .storageBusy: .storage
      default: .failed
      }
  }
}

extension RemoteRefusal {
  /// What the socket, or a command with --json, answers where this went wrong.
  package init(_ error: RetakeError) {
    self.init(Code(KioskReply.Code(error.code)), error.message)
  }
}
