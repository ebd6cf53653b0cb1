import Foundation

/// A Swift file as the rules see it.
struct SourceFile {
  /// `import` with what stands before it.
  struct Import: Equatable {
    var module: String
    var modifiers: [String]
    var line: Int
  }

  /// Folder under Sources or Tests.
  let module: String
  /// The file's own name.
  let name: String
  let text: String
  /// The text without comments and without what stands in string literals; lines are kept.
  let code: String

  init(module: String, name: String, text: String) {
    self.module = module
    self.name = name
    self.text = text
    self.code = SourceStripper.strip(text)
  }

  /// All Swift files under `folder` of the checkout ("Sources", "Tests").
  private static func all(under folder: String) throws -> [SourceFile] {
    let base = checkout.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
      let parts = path.split(separator: "/").map(String.init)
      return SourceFile(module: parts[0], name: parts[parts.count - 1], text: text)
    }
  }

  /// The files of Sources and of Tests.
  static let sources = Result { try all(under: "Sources") }
  static let tests = Result { try all(under: "Tests") }

  /// The folder with Package.swift.
  static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The imports, in order.
  var imports: [Import] {
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
    let heads: Set<Substring> = ["internal", "package", "public", "private", "fileprivate"]
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().filter { $0.element.contains("import") }.flatMap { number, line in
      line.split(separator: ";").compactMap { statement -> Import? in
        let words = statement.split(whereSeparator: \.isWhitespace)
        guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
          words[..<at].allSatisfy({ heads.contains($0) || $0.hasPrefix("@") })
        else { return nil }
        let rest = words[(at + 1)...].filter { !kinds.contains($0) }
        guard let path = rest.first, let module = path.split(separator: ".").first else { return nil }
        return Import(module: String(module), modifiers: words[..<at].map(String.init), line: number + 1)
      }
    }
  }
}
