internal import Foundation
internal import RetakeMedia

/// The results of `--json`.
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
}
