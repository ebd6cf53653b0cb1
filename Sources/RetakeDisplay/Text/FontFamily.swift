internal import RetakeKiosk

/// A typeface of the fallback chain and where Debian keeps its files.
enum FontFamily: Int, CaseIterable, Sendable {
  case inter, noto, notoArabic, notoDevanagari, notoCJK, dejaVu

  /// Folders that hold fonts, in the order of search.
  private static let folders = ["/usr/share/fonts", "/usr/local/share/fonts"]

  /// Where the file for a style may be, best first.
  func paths(_ style: TextStyle) -> [String] {
    // Debian's Noto has two weights: 500 is Regular, more is Bold.
    let weight = style.weight == .medium ? "Regular" : "Bold"
    let names: [String] =
      switch self {
      case .inter:
        ["opentype", "truetype"].flatMap { kind in
          let suffix = kind == "opentype" ? "otf" : "ttf"
          return ["\(kind)/inter/\(interName(style)).\(suffix)"]
        }
      case .noto: ["truetype/noto/NotoSans-\(weight).ttf"]
      case .notoArabic: ["truetype/noto/NotoSansArabic-\(weight).ttf"]
      case .notoDevanagari: ["truetype/noto/NotoSansDevanagari-\(weight).ttf"]
      case .notoCJK: ["opentype/noto/NotoSansCJK-\(weight).ttc"]
      case .dejaVu: ["truetype/dejavu/DejaVuSans\(weight == "Bold" ? "-Bold" : "").ttf"]
      }
    return Self.folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
  }

  private func interName(_ style: TextStyle) -> String {
    let weight =
      switch style.weight {
      case .medium: "Medium"
      case .semibold: "SemiBold"
      case .bold: "Bold"
      }
    return (style.face == .display ? "InterDisplay-" : "Inter-") + weight
  }

  /// Which face of the file holds the forms of a language.
  func face(language: String) -> Int {
    guard self == .notoCJK else { return 0 }
    let tag = language.lowercased()
    if tag.hasPrefix("ko") { return 1 }
    if tag.hasPrefix("zh-hk") { return 4 }
    if tag.hasPrefix("zh-tw") || tag.hasPrefix("zh-hant") { return 3 }
    return tag.hasPrefix("zh") ? 2 : 0
  }

  /// How much larger it is set to look as large as Inter.
  var enlargement: Float { self == .notoArabic ? 1.08 : 1 }
}
