/// Text whose numbers stand in cells of one width, so that it does not tremble while they change.
enum CellText {
  /// What is set together.
  struct Piece: Equatable {
    var text: String
    /// The digits that can come instead of this one; nil for what is no digit in a cell.
    var digits: [Character]?
  }

  /// Each digit of a number by itself, and what is between numbers as a whole. Digits in a word (`NV12`, `p95`) are
  /// part of it: in cells they would fall out of it.
  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var isInWord = false
    for character in text {
      let digits = isInWord ? nil : character.digitSet
      if digits == nil, let last = pieces.last, last.digits == nil {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append(Piece(text: String(character), digits: digits))
      }
      isInWord = character.isLetter || isInWord && character.isNumber
    }
    return pieces
  }
}

extension Character {
  /// The ten digits of the writing system that this digit belongs to; nil for what is no decimal digit.
  fileprivate var digitSet: [Character]? {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1,
      scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    let zero = scalar.value - UInt32(value)
    return (zero..<zero + 10).compactMap { Unicode.Scalar($0).map(Character.init) }
  }
}
