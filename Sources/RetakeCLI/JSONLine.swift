internal import Foundation
internal import RetakeBooth
internal import RetakeMedia
internal import RetakeRemote

/// The results of `--json`, one object as the last line of standard output.
enum JSONLine {
  /// One object on one line; keys by the alphabet, `/` as it is.
  static func of(_ value: some Encodable) throws(RetakeError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw RetakeError(.failed, "the result cannot be written as JSON: \(error)")
    }
  }

  /// Prints why there is no result: as the socket answers it, and what to do.
  static func report(_ error: RetakeError) {
    var object = RemoteRefusal(error).reply
    if !error.advice.isEmpty { object.fields.append(.init("advice", .text(error.advice))) }
    // There is nowhere to say that this failed.
    try? Console.print(object.line)
  }
}
