internal import Foundation
internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// The words of every language that the assets have.
struct StringTable {
  private let languages: [String: Strings]

  /// Reads `strings/*.json` of the assets.
  ///
  /// - Throws: `failed` where the folder or a file cannot be read.
  init(_ assets: AssetLocator) throws(RetakeError) {
    let folder = assets.path("strings")
    guard let names = try? SystemCalls.names(inFolder: folder) else {
      throw RetakeError(
        .failed, "the words of the screens are missing: \(folder)",
        advice: "RETAKE_ASSETS must name the folder that holds icons, sounds and strings.")
    }
    var languages: [String: Strings] = [:]
    for name in names where name.hasSuffix(".json") {
      let tag = String(name.dropLast(".json".count))
      guard let bytes = assets.contents("strings/" + name),
        let file = try? JSONDecoder().decode([String: String].self, from: Data(bytes))
      else {
        throw RetakeError(
          .failed, "\(folder)/\(name) is not a file of words", advice: "Mend it, or remove it.")
      }
      let strings = Strings(language: tag, file)
      for key in strings.missing { Log.warning("\(folder)/\(name) has no text for \(key)") }
      for key in Strings.unknown(in: file) { Log.warning("\(folder)/\(name): nothing is called \(key)") }
      languages[tag] = strings
    }
    guard languages["en"] != nil else {
      throw RetakeError(
        .failed, "\(folder) has no en.json", advice: "RETAKE_ASSETS must name the folder of Retake's assets.")
    }
    self.languages = languages
  }

  /// The tag of the language that serves `tag` best: itself, one without its region, else English.
  func best(for tag: String) -> String {
    var parts = tag.split(separator: "-")
    while !parts.isEmpty {
      let shorter = parts.joined(separator: "-").lowercased()
      if let found = languages.keys.first(where: { $0.lowercased() == shorter }) { return found }
      parts.removeLast()
    }
    return "en"
  }

  /// The words of a language, by a tag that `best` gave.
  subscript(tag: String) -> Strings {
    languages[tag] ?? Strings(language: tag, [:])
  }

  /// The languages by their own names, English first, then by name.
  var choices: [LanguageChoice] {
    let choices = languages.keys.map { tag in
      let name = Locale(identifier: tag).localizedString(forLanguageCode: tag) ?? tag
      return LanguageChoice(tag: tag, name: name.prefix(1).uppercased() + name.dropFirst())
    }
    return choices.sorted { ($0.tag != "en" ? 1 : 0, $0.name) < ($1.tag != "en" ? 1 : 0, $1.name) }
  }
}
