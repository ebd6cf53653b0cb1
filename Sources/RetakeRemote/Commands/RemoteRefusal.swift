package import RetakeKiosk
internal import RetakeMedia

/// Why a command is not carried out.
package struct RemoteRefusal: Error, Hashable, Sendable {
  /// The kinds, by the names that scripts decide by.
  package enum Code: String, CaseIterable, Sendable {
    case badJSON = "bad_json"
    case unknownCommand = "unknown_command"
    case badArgument = "bad_argument"
    case wrongState = "wrong_state"
    case notSupported = "not_supported"
    case device
    case storage
    case failed

    /// The brain's code, which is one of these.
    package init(_ code: KioskReply.Code) {
      self =
        switch code {
        case .badArgument: .badArgument
        case .wrongState: .wrongState
        case .notSupported: .notSupported
        case .device: .device
        case .storage: .storage
        case .failed: .failed
        }
    }
  }

  package var code: Code
  /// One sentence for whoever wrote the script.
  package var message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message.inOneLine(limit: 400)
  }

  /// Its reply, without an id.
  package var reply: RemoteObject {
    ["ok": false, "error": .text(message), "code": .text(code.rawValue)]
  }
}
