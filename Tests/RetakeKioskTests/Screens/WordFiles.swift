import Foundation
import RetakeKiosk

/// The word files of the repository, and a language whose words are as long as they may be.
enum WordFiles {
  static func file(_ tag: String, from path: String = #filePath) throws -> [String: String] {
    let root = URL(filePath: path).deletingLastPathComponent().appending(path: "../../..")
    let data = try Data(contentsOf: root.appending(path: "assets/strings/\(tag).json"))
    return try JSONDecoder().decode([String: String].self, from: data)
  }

  static func strings(_ tag: String) throws -> Strings {
    if tag == "long" { return Strings(language: tag, try long()) }
    return Strings(language: tag, try file(tag))
  }

  /// Budgets of LOOK.md 2 used up; all other texts a quarter longer than in English.
  private static func long() throws -> [String: String] {
    var words = try file("en").mapValues { text in
      text + String(repeating: "e", count: text.count > 4 ? text.count / 4 : 0)
    }
    words["direction"] = "ltr"
    words["digits"] = "0123456789"
    let budgets: [(key: String, width: Float, size: Float)] = [
      ("discard", 24, 3.875), ("retake", 24, 3.875), ("save", 26, 4.8), ("record.start", 40, 3.4),
      ("record.idle", 40, 3.4), ("record.cancel", 40, 3.4), ("record.stop", 40, 3.4), ("headline", 120, 8.8),
    ]
    for budget in budgets {
      let style = TextStyle(.text, .semibold, size: budget.size)
      var text = "An"
      while SimpleMeasurer().width(of: text + "ne", style: style) <= budget.width {
        text += text.count % 7 == 5 && budget.key == "headline" ? " n" : "ne"
      }
      words[budget.key] = text
    }
    return words
  }
}
