internal import RetakeKiosk

/// Sets lines of text: finds fonts by the fallback chain, measures, and makes pictures of lines.
///
/// First thread only. Fonts and widths are kept; both are few, because a screen has few styles.
final class TextSetter {
  private struct FontKey: Hashable {
    let family: FontFamily
    let face: TextStyle.Face
    let weight: TextStyle.Weight
    let eighths: Int
  }
  private struct LineKey: Hashable {
    let text: String
    let style: TextStyle
  }

  private let session: SDLSession
  /// The language of the screen, which chooses among the forms of Han characters.
  var language = "en" {
    didSet { if language != oldValue { removeAll() } }
  }
  /// nil: looked for and not there.
  private var fonts: [FontKey: FontHandle?] = [:]
  private var widths: [LineKey: Float] = [:]

  init(session: SDLSession) {
    self.session = session
  }

  /// Forgets fonts and widths.
  func removeAll() {
    fonts.removeAll()
    widths.removeAll()
  }

  /// A typeface in a style, opened when it is first asked for: most screens need the first one alone. nil where it is
  /// not installed.
  private func font(_ family: FontFamily, _ style: TextStyle) -> FontHandle? {
    let eighths = Int((style.size * family.enlargement * 8).rounded())
    let key = FontKey(family: family, face: style.face, weight: style.weight, eighths: eighths)
    if let known = fonts[key] { return known }
    // Animated sizes would fill the memory; screens have some twenty.
    if fonts.count > 160 { fonts.removeAll() }
    let face = family.face(language: language)
    var font: FontHandle?
    for path in family.paths(style) where font == nil {
      font = FontHandle(path: path, face: face, eighths: eighths, session: session)
    }
    fonts[key] = .some(font)
    return font
  }

  /// Pieces of a line, each in the first typeface of the fallback chain that has all of it, or else in the first that
  /// is installed.
  private func runs(_ text: String, _ style: TextStyle, isRightToLeft: Bool) -> [TextRun] {
    let chain = FontFamily.allCases
    return TextRun.runs(of: text, isRightToLeft: isRightToLeft) { character, preferred in
      func provides(_ index: Int) -> Bool {
        guard let font = font(chain[index], style) else { return false }
        return character.unicodeScalars.allSatisfy {
          $0.properties.isDefaultIgnorableCodePoint || font.provides($0)
        }
      }
      if provides(preferred) { return preferred }
      return chain.indices.first(where: provides) ?? chain.indices.first { font(chain[$0], style) != nil }
        ?? 0
    }
  }

  /// Space between letters, in em: large bold lines are set a little tighter.
  private static func tracking(_ style: TextStyle) -> Float {
    style.face == .display && style.weight == .bold ? -0.012 : 0
  }

  /// The advance of a line in px.
  func width(of text: String, style: TextStyle) -> Float {
    let key = LineKey(text: text, style: style)
    if let known = widths[key] { return known }
    let width = pieces(of: text, style: style, isRightToLeft: false).reduce(0) { $0 + $1.advance }
    if widths.count > 2048 { widths.removeAll() }
    widths[key] = width
    return width
  }

  /// The widest digit's advance in px.
  func digitWidth(_ style: TextStyle, digits: [Character] = Array("0123456789")) -> Float {
    digits.reduce(0) { max($0, width(of: String($1), style: style)) }
  }

  /// A part of a line that is drawn at once.
  private struct Piece {
    let font: FontHandle
    let run: TextRun
    let advance: Float
  }

  private func pieces(of text: String, style: TextStyle, isRightToLeft: Bool) -> [Piece] {
    let tracking = Self.tracking(style) * style.size
    return runs(text, style, isRightToLeft: isRightToLeft).flatMap { run -> [Piece] in
      guard let font = font(FontFamily.allCases[run.font], style) else { return [] }
      font.shape(script: run.script.rawValue, isRightToLeft: run.isRightToLeft)
      guard tracking != 0, run.script == .latin else {
        return [Piece(font: font, run: run, advance: Float(font.width(of: run.text)))]
      }
      // Letter by letter; what two letters take together less what they take alone is their kerning.
      var pieces: [Piece] = []
      let letters = Array(run.text)
      for (index, letter) in letters.enumerated() {
        var advance = font.width(of: String(letter))
        if index + 1 < letters.count {
          let next = String(letters[index + 1])
          advance = font.width(of: String(letter) + next) - font.width(of: next)
        }
        let part = TextRun(text: String(letter), font: run.font, script: run.script, level: run.level)
        pieces.append(Piece(font: font, run: part, advance: Float(advance) + tracking))
      }
      return pieces
    }
  }

  /// A line as a white picture.
  struct Line {
    let picture: Bitmap
    /// Pixels from the picture's top to the baseline.
    let ascent: Int
  }

  /// Makes the picture of a line; nil where nothing is to be seen (blanks, no fonts).
  func line(_ text: String, style: TextStyle, isRightToLeft: Bool) -> Line? {
    let pieces = pieces(of: text, style: style, isRightToLeft: isRightToLeft)
    let advance = pieces.reduce(0) { $0 + $1.advance }
    let ascent = pieces.reduce(0) { max($0, $1.font.ascent) }
    let descent = pieces.reduce(0) { max($0, $1.font.height - $1.font.ascent) }
    guard advance > 0, ascent + descent > 0 else { return nil }
    var x: Float = 0
    var picture = Bitmap(width: Int(advance.rounded(.up)) + 2, height: ascent + descent)
    for piece in pieces {
      piece.font.shape(script: piece.run.script.rawValue, isRightToLeft: piece.run.isRightToLeft)
      if let glyphs = piece.font.picture(of: piece.run.text) {
        picture.layWhite(glyphs, x: Int(x.rounded()), y: ascent - piece.font.ascent)
      }
      x += piece.advance
    }
    return Line(picture: picture, ascent: ascent)
  }
}

extension Bitmap {
  /// Adds the coverage of a white picture; what lies outside is cut off.
  fileprivate mutating func layWhite(_ other: Bitmap, x left: Int, y top: Int) {
    for y in max(0, -top)..<max(0, min(other.height, height - top)) {
      for x in max(0, -left)..<max(0, min(other.width, width - left)) {
        let (old, new) = (self[left + x, top + y] >> 24, other[x, y] >> 24)
        self[left + x, top + y] = min(255, old + new) << 24 | 0xFF_FFFF
      }
    }
  }
}
