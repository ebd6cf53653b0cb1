internal import Foundation
internal import RetakeCodec
internal import RetakeLibrary
internal import RetakeMedia

/// A take as `retake takes` tells of it.
struct TakeReport: Hashable, Encodable {
  var id: String
  var state: String
  var path: String
  /// When it began: ISO 8601 with the offset of this machine's time zone.
  var date: String
  /// Seconds; nil where that is not known.
  var duration: Double?
  /// What its sidecar tells; nil in lists.
  var details: Details?
  /// What its file has lost; nil where that is nothing, or not looked at.
  var missing: [MissingPart]?
  /// What is wrong with it, as far as a list sees; nil: nothing.
  var fault: String?

  private let start: Date

  /// What is only known from the sidecar.
  struct Details: Hashable, Encodable {
    /// Why it ended.
    var reason: String?
    var camera: String?
    var microphone: String?
    /// What it was recorded with.
    var settings: [String: String]
    var tags: [String]
    /// Whether it was found after a crash.
    var recovered: Bool
  }

  private enum CodingKeys: CodingKey {
    case id, state, path, date, duration, details, missing, fault
  }

  /// With `null` for a length that is not known.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(state, forKey: .state)
    try fields.encode(path, forKey: .path)
    try fields.encode(date, forKey: .date)
    try fields.encode(duration, forKey: .duration)
    try fields.encodeIfPresent(details, forKey: .details)
    try fields.encodeIfPresent(missing, forKey: .missing)
    try fields.encodeIfPresent(fault, forKey: .fault)
  }

  /// A report on `take`, with what its sidecar tells where that is given.
  init(_ take: Take, _ record: TakeRecord? = nil, missing: [MissingPart] = []) {
    id = take.id
    state = take.state.rawValue
    path = take.path
    start = Date(timeIntervalSince1970: take.secondsSince1970)
    date = start.formatted(Date.ISO8601FormatStyle(timeZone: .current))
    duration = take.duration?.seconds
    self.missing = record?.missing ?? (missing.isEmpty ? nil : missing)
    details = record.map {
      Details(
        reason: $0.reason, camera: $0.camera, microphone: $0.microphone, settings: $0.settings, tags: $0.tags,
        recovered: $0.recovered == true)
    }
  }
}

extension TakeReport {
  /// One of a list. A take that is being recorded has no sidecar yet.
  init(_ listed: ListedTake) {
    self.init(listed.take)
    if !listed.hasSidecar && listed.take.state == .saved { fault = "no sidecar" }
  }

  /// The list for a person.
  static func table(_ takes: [TakeReport], in library: String) -> String {
    guard !takes.isEmpty else { return "no takes in \(library)" }
    let rows = [["ID", "STATE", "DATE", "LENGTH", "FILE"]] + takes.map { $0.row(library) }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { TextLayout.padded($0, $1 + 2) }.joined() + row[4]
    }.joined(separator: "\n")
  }

  private func row(_ library: String) -> [String] {
    let file = path.hasPrefix(library + "/") ? String(path.dropFirst(library.count + 1)) : path
    return [String(id.prefix(8)), state, dateText, lengthText, file + (fault.map { " (\($0))" } ?? "")]
  }

  /// Everything, for a person.
  var lines: String {
    var rows = [("id", id), ("state", state), ("file", path), ("date", dateText), ("length", lengthText)]
    if let details {
      for (name, value) in [
        ("camera", details.camera), ("microphone", details.microphone), ("ended by", details.reason),
      ] {
        rows.append((name, value ?? "-"))
      }
      rows += details.settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      if details.recovered { rows.append(("recovered", "yes")) }
      if let missing { rows.append(("missing", missing.map(Self.words).joined(separator: ", "))) }
      if !details.tags.isEmpty { rows.append(("tags", details.tags.joined(separator: ", "))) }
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { TextLayout.padded($0.0, width + 2) + $0.1.inOneLine() }
      .joined(separator: "\n")
  }

  /// What is missing, for a person; empty for nothing.
  var missingText: String {
    guard let missing else { return "" }
    return ": could not be read " + missing.map(Self.words).joined(separator: ", ")
  }

  private static func words(_ part: MissingPart) -> String {
    guard let seconds = part.seconds else { return String(format: "what came after %.2f s", part.at) }
    return String(format: part.at == 0 ? "%.2f s before the start" : "%.2f s at %.2f s", seconds, part.at)
  }

  /// Date and time of day, of this machine's time zone.
  private var dateText: String {
    start.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).year().month().day().dateSeparator(.dash)
        .dateTimeSeparator(.space).time(includingFractionalSeconds: false).timeSeparator(.colon))
  }

  /// `0:07`, `12:30`, `1:02:05`.
  private var lengthText: String {
    guard let duration else { return "-" }
    let seconds = Int(duration.rounded())
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }
}
