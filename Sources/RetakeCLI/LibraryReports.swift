internal import RetakeLibrary
internal import RetakeMedia

/// A file that is no take, and why.
struct OtherFile: Encodable {
  var file: String
  var reason: String

  /// For a person.
  var text: String { "\(file): \(reason.inOneLine())" }
}

/// What `retake takes recover` prints.
struct RecoveryReport: Encodable {
  /// Saved takes now.
  var recovered: [TakeReport] = []
  /// Saved takes that lacked something.
  var mended: [TakeReport] = []
  /// Moved aside: there is nothing in them that plays.
  var damaged: [OtherFile] = []
  /// Left alone: they are being recorded.
  var busy: [String] = []
  /// Still where they were.
  var failed: [OtherFile] = []
  /// In the way of nobody.
  var leftAlone: [OtherFile] = []

  private enum CodingKeys: String, CodingKey {
    case recovered, mended, damaged, busy, failed
    case leftAlone = "left_alone"
  }

  mutating func add(_ recovery: Recovery, of path: String) {
    switch recovery {
    case .recovered(let take, let missing): recovered.append(TakeReport(take, missing: missing))
    case .damaged(let moved, let reason): damaged.append(OtherFile(file: moved, reason: reason))
    case .busy: busy.append(path)
    case .gone: break
    }
  }

  /// For a person.
  var text: String {
    var lines = recovered.map { "recovered \($0.path)\($0.missingText)" }
    lines += mended.map { "mended \($0.path)\($0.missingText)" }
    lines += damaged.map { "moved aside \($0.text)" }
    lines += busy.map { "being recorded \($0)" }
    lines += failed.map { "not recovered \($0.text)" }
    if lines.isEmpty { lines = ["nothing to recover"] }
    return (lines + leftAlone.map { "left alone \($0.text)" }).joined(separator: "\n")
  }
}

/// What `retake takes verify` prints.
struct CheckReport: Encodable {
  /// A take that is not as it should be.
  struct Fault: Encodable {
    var id: String
    var file: String
    /// In words, those of the file first.
    var faults: [String]
  }

  /// How many takes were looked at.
  var checked = 0
  var faults: [Fault] = []
  /// No faults: what does not belong here.
  var leftAlone: [OtherFile] = []

  private enum CodingKeys: String, CodingKey {
    case checked, faults
    case leftAlone = "left_alone"
  }

  mutating func add(_ found: [TakeFault], of take: Take) {
    checked += 1
    guard !found.isEmpty else { return }
    let words = found.map { fault in
      switch fault {
      case .file(let words), .sidecar(let words): words
      }
    }
    faults.append(Fault(id: take.id, file: take.path, faults: words))
  }

  mutating func add(_ lost: LostTake) {
    checked += 1
    faults.append(
      Fault(id: lost.id, file: lost.path, faults: ["only the sidecar is left: the take's file is gone"]))
  }

  /// For a person.
  var text: String {
    var lines = faults.flatMap { fault in fault.faults.map { "\(fault.file): \($0.inOneLine())" } }
    lines += leftAlone.map { "left alone \($0.text)" }
    return (lines + ["checked \(checked), with faults \(faults.count)"]).joined(separator: "\n")
  }
}

/// What `retake takes purge` prints.
struct PurgeReport: Encodable {
  struct Removed: Encodable {
    var id: String
    var file: String
    var bytes: Int64
    /// `age`, `count`, `space`, `discarded` or `room`.
    var rule: String
  }

  var removed: [Removed]
  /// Of all of them together.
  var bytes: Int64

  init(_ purged: [PurgedTake]) {
    removed = purged.map {
      Removed(id: $0.id, file: $0.path, bytes: $0.byteCount, rule: $0.rule.rawValue)
    }
    bytes = purged.reduce(0) { $0 + $1.byteCount }
  }

  /// For a person.
  var text: String {
    guard !removed.isEmpty else { return "nothing to remove" }
    return removed.map { "removed \($0.file) (\($0.rule))" }.joined(separator: "\n")
  }
}
