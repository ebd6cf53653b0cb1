internal import Foundation
internal import RetakeRuntime

/// What a list needs to know of a take: a part of its `TakeRecord`.
struct TakeSummary: Hashable {
  var id: String
  var date: Date
  var duration: Double?

  init(_ record: TakeRecord) {
    id = record.id
    date = record.date
    duration = record.duration
  }

  /// The summary of the sidecar at `path`; nil where there is none, or none that can be read.
  static func read(_ path: String) -> TakeSummary? {
    guard let bytes = try? SystemCalls.readFile(path, limit: TakeRecord.sizeLimit) else { return nil }
    return TakeSummary(asWritten: bytes) ?? TakeRecord(bytes).map { TakeSummary($0) }
  }

  /// Of a sidecar as this program writes it (see `SidecarFields`). Nil where it looks different, or where the values are
  /// not plain ones: then it is decoded.
  init?(asWritten bytes: [UInt8]) {
    guard bytes.last == UInt8(ascii: "\n"), bytes.dropLast().last == UInt8(ascii: "}") else { return nil }
    let text = bytes + [0]
    guard let id = SidecarFields.value(of: "\n  \"id\" : ", in: text).flatMap(Self.text)?.lowercased(),
      let date = SidecarFields.value(of: "\n  \"date\" : ", in: text).flatMap(Self.text).flatMap(
        TakeRecord.date),
      TakeName.isStartOfUUID(id)
    else { return nil }
    self.id = id
    self.date = date
    guard let number = SidecarFields.value(of: "\n  \"duration\" : ", in: text) else { return }
    guard let seconds = Double(Self.withoutComma(number)), TakeRecord.isDuration(seconds) else { return nil }
    duration = seconds
  }

  private static func withoutComma(_ value: String) -> Substring {
    value.utf8.last == UInt8(ascii: ",") ? value.dropLast() : value[...]
  }

  /// What stands between quotation marks; nil where that is not the text itself.
  private static func text(_ value: String) -> String? {
    let value = withoutComma(value)
    guard value.utf8.count >= 2, value.utf8.first == UInt8(ascii: "\""),
      value.utf8.last == UInt8(ascii: "\""),
      !value.utf8.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(value.dropFirst().dropLast())
  }
}
