package import Foundation
package import RetakeCodec
internal import RetakeMedia
internal import RetakeRuntime

/// What is known about a take: the sidecar beside its file, as JSON.
package struct TakeRecord: Hashable, Sendable, Codable {
  /// The take's UUID, in lower case.
  package var id: String
  /// When it began.
  package var date: Date
  /// Seconds, where that is known.
  package var duration: Double?
  /// Why it ended, in the words of `record --json`.
  package var reason: String?
  /// The camera's name or SPEC.
  package var camera: String?
  /// The microphone's name or SPEC.
  package var microphone: String?
  /// What it was recorded with: codec, size and the like.
  package var settings: [String: String]
  /// The operator's words.
  package var tags: [String]
  /// Where it was before it was discarded, from the library's folder on.
  package var previous: String?
  /// Whether nobody decided about it: it was left behind by a crash and found at the next start.
  package var recovered: Bool?
  /// What its file has lost; nil: nothing.
  package var missing: [MissingPart]?

  /// A record; see the fields.
  package init(
    id: String, date: Date, duration: Double? = nil, reason: String? = nil, camera: String? = nil,
    microphone: String? = nil, settings: [String: String] = [:], tags: [String] = [], previous: String? = nil,
    recovered: Bool? = nil, missing: [MissingPart]? = nil
  ) {
    self.id = id
    self.date = date
    self.duration = duration
    self.reason = reason
    self.camera = camera
    self.microphone = microphone
    self.settings = settings
    self.tags = tags
    self.previous = previous
    self.recovered = recovered
    self.missing = missing
  }

  /// The record of what a recorder knows.
  init(id: String, date: Date, _ details: TakeDetails) {
    self.init(
      id: id, date: date, duration: details.duration?.seconds, reason: details.reason, camera: details.camera,
      microphone: details.microphone, settings: details.settings, tags: details.tags)
  }

  /// Hand-written sidecars may leave out what is not needed.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id).lowercased()
    date = try fields.decode(Date.self, forKey: .date)
    duration = try fields.decodeIfPresent(Double.self, forKey: .duration)
    reason = try fields.decodeIfPresent(String.self, forKey: .reason)
    camera = try fields.decodeIfPresent(String.self, forKey: .camera)
    microphone = try fields.decodeIfPresent(String.self, forKey: .microphone)
    settings = try fields.decodeIfPresent([String: String].self, forKey: .settings) ?? [:]
    tags = try fields.decodeIfPresent([String].self, forKey: .tags) ?? []
    previous = try fields.decodeIfPresent(String.self, forKey: .previous)
    recovered = try fields.decodeIfPresent(Bool.self, forKey: .recovered)
    missing = try fields.decodeIfPresent([MissingPart].self, forKey: .missing)
  }

  /// The sidecar at `path`; nil where there is none, or none that can be read.
  static func read(_ path: String) -> TakeRecord? {
    (try? SystemCalls.readFile(path, limit: sizeLimit)).flatMap { TakeRecord($0) }
  }

  /// A sidecar's bytes; nil where they cannot be read as one.
  init?(_ bytes: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      guard let date = Self.date(try value.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no date")
      }
      return date
    }
    guard let record = try? decoder.decode(TakeRecord.self, from: Data(bytes)),
      record.duration.map(Self.isDuration) ?? true, TakeName.isStartOfUUID(record.id)
    else { return nil }
    self = record
  }

  /// A date as it is written; one that was written by hand may do without the fraction.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style(timeZone: .gmt))) ?? (try? Date(text, strategy: .iso8601))
  }

  /// Whether a take may last so many seconds.
  static func isDuration(_ seconds: Double) -> Bool { (0..<1e9).contains(seconds) }

  /// The sidecar's bytes; the date with the offset of `timeZone`.
  func json(timeZone: TimeZone) throws(RetakeError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(Self.style(timeZone: timeZone)))
    }
    do {
      return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      throw RetakeError(.failed, "the take's description cannot be written: \(error)")
    }
  }

  static let sizeLimit: Int64 = 1 << 20

  private static func style(timeZone: TimeZone) -> Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(timeZoneSeparator: .colon, includingFractionalSeconds: true, timeZone: timeZone)
  }
}
