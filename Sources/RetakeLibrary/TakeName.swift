internal import Foundation

/// The name of a take's file: what is not called like this in the library's folders is left alone.
struct TakeName: Hashable {
  /// The name without its extension: `<UUID>`, or `<time>-<start of the UUID>` in takes/.
  let stem: String
  /// The whole name.
  let file: String
  /// Without the dot, in lower case.
  let fileExtension: String
  /// The UUID, or its start, in lower case.
  let id: String

  static let extensions: Set<String> = ["mp4", "mov", "jpg", "heic", "dng"]

  /// How many digits of the UUID a saved take's name has, tried in turn until it is unique.
  static let idLengths = [8, 13, 36]

  var sidecar: String { stem + ".json" }

  /// The name in incoming/ and discarded/.
  init(id: String, fileExtension: String) {
    self.stem = id
    file = id + "." + fileExtension
    self.id = id
    self.fileExtension = fileExtension
  }

  /// The name in takes/.
  init(time: String, id: String, fileExtension: String) {
    self.stem = time + "-" + id
    file = stem + "." + fileExtension
    self.id = id
    self.fileExtension = fileExtension
  }

  /// Reads a name as it stands in the folder of saved or other takes, in upper or lower case; nil where it is
  /// none.
  init?(_ name: String, isSaved: Bool) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    // Every second one is a sidecar.
    if name[dot...] == ".json" { return nil }
    fileExtension = name[name.index(after: dot)...].lowercased()
    guard Self.extensions.contains(fileExtension) else { return nil }
    file = name
    stem = String(name[..<dot])
    let idStart = isSaved ? Self.timeLength + 1 : 0
    let characters = Array(stem.utf8)
    guard characters.count >= idStart + Self.idLengths[0] else { return nil }
    id = String(decoding: characters[idStart...], as: UTF8.self).lowercased()
    if isSaved {
      guard Self.matches(characters[..<idStart], "dd-dd-dd-ddd-"), Self.isStartOfUUID(id) else { return nil }
    } else {
      guard id.utf8.count == 36, Self.isStartOfUUID(id) else { return nil }
    }
  }

  /// `2026-11-30` and `14-05-33-250`: names sort as the clock ran.
  static func dayAndTime(of date: Date, in timeZone: TimeZone) -> (day: String, time: String) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    // A clock that is out of its mind must not make names that do not sort.
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.down)
    let sane = min(max(milliseconds, 0), 253_370_764_800_000)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: sane / 1000))
    func digits(_ value: Int?, _ count: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let day = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)]
    let time = [digits(parts.hour, 2), digits(parts.minute, 2), digits(parts.second, 2)]
    let remainder = Int(sane.truncatingRemainder(dividingBy: 1000))
    return (day.joined(separator: "-"), (time + [digits(remainder, 3)]).joined(separator: "-"))
  }

  /// The moment that a saved take's folder and name tell, as far as they tell one.
  static func date(day: String, stem: String, in timeZone: TimeZone) -> Date? {
    let numbers = (day + "-" + stem).split(separator: "-").prefix(7).compactMap { Int($0) }
    guard numbers.count == 7 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar.date(
      from: DateComponents(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
        second: numbers[5], nanosecond: numbers[6] * 1_000_000))
  }

  /// Whether a take's file is a movie, not a photo.
  static func isMovie(_ file: String) -> Bool {
    [".mp4", ".mov"].contains { file.lowercased().hasSuffix($0) }
  }

  static func isDay(_ name: String) -> Bool {
    matches(Array(name.utf8)[...], "dddd-dd-dd")
  }

  /// Whether `text` is a UUID in lower case, or its first eight digits or more.
  static func isStartOfUUID(_ text: String) -> Bool {
    guard (8...36).contains(text.utf8.count) else { return false }
    var place = 0
    for byte in text.utf8 {
      let isDash = place == 8 || place == 13 || place == 18 || place == 23
      guard isDash ? byte == UInt8(ascii: "-") : isHexadecimal(byte) else { return false }
      place += 1
    }
    return true
  }

  private static let timeLength = "14-05-33-250".utf8.count

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// Whether `text` is like `pattern`, in which `d` is a digit.
  private static func matches(_ text: ArraySlice<UInt8>, _ pattern: String) -> Bool {
    text.count == pattern.utf8.count
      && zip(text, pattern.utf8).allSatisfy { byte, expected in
        expected == UInt8(ascii: "d") ? isDigit(byte) : byte == expected
      }
  }
}
