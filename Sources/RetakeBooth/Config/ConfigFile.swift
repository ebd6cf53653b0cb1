internal import Foundation
package import RetakeKiosk
package import RetakeMedia
internal import RetakeRuntime

/// Reads a config file. Foundation's decoder knows JSON5 and gives up by itself on deep nesting.
package enum ConfigFile {
  /// More than any config needs; a file that is larger was named by mistake.
  static let largest = 1 << 20

  /// The keys of the file at `path` and their values, before the key table has looked at them.
  ///
  /// - Throws: `invalidArgument` naming the file, and the key where one is to blame.
  package static func read(_ path: String) throws(RetakeError) -> [String: ConfigValue] {
    let bytes = try contents(path)
    // The decoder would take UTF-16 and UTF-32 as well, which no editor here writes on purpose.
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw RetakeError(
        .invalidArgument, "\(path) is not UTF-8 text", advice: "Save it as UTF-8; it is a JSON5 file.")
    }
    guard case .object(let values) = try decode(Data(bytes), path) else {
      throw RetakeError(
        .invalidArgument, "\(path) holds no object",
        advice: "A config file is { key: value, ... }; kiosk/retake.json5 describes every key.")
    }
    return values
  }

  private static func contents(_ path: String) throws(RetakeError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try SystemCalls.read(path, limit: largest + 1)
    } catch {
      throw RetakeError(
        .invalidArgument, "config file \(path) cannot be read: \(error.reason)",
        advice: "Name another one with --config, or mend this one.")
    }
    guard bytes.count <= largest else {
      throw RetakeError(
        .invalidArgument, "\(path) is larger than 1 MiB, so it is no config file",
        advice: "Name another one with --config.")
    }
    return bytes
  }

  private static func decode(_ data: Data, _ path: String) throws(RetakeError) -> ConfigValue {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(ConfigTree.self, from: data).value
    } catch let DecodingError.typeMismatch(_, context) {
      // Every type was tried, so this is a number that none of them holds.
      let key = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw RetakeError(
        .invalidArgument, "\(path): \(key) is a number that is too large", advice: "Correct the file.")
    } catch {
      throw RetakeError(
        .invalidArgument, "\(path) is not valid JSON5",
        advice: "Look for a missing comma, quote or bracket; an empty config is {}.")
    }
  }
}
