/// A part of a line that one font draws in one direction.
struct TextRun: Equatable {
  var text: String
  /// Index in the fallback chain.
  var font: Int
  var script: Script
  /// Its depth of embedding: odd ones run from right to left.
  var level: Int

  var isRightToLeft: Bool { level % 2 == 1 }

  /// Cuts a line into runs, in the order in which they are seen from left to right: Unicode's UAX 9 without
  /// explicit embeddings.
  ///
  /// `font` says which font of the chain has all of a character's scalars, at best the one that it is given.
  static func runs(
    of line: String, isRightToLeft: Bool, font: (_ character: Character, _ preferred: Int) -> Int
  ) -> [TextRun] {
    let characters = Array(line)
    let levels = levels(of: characters, isRightToLeft: isRightToLeft)
    var runs: [TextRun] = []
    for (index, (character, level)) in zip(characters, levels).enumerated() {
      let own = character.script
      // What has no script of its own goes with what stands before it, else with what follows.
      let beside = [runs.last?.script, characters[index...].lazy.compactMap(\.script).first]
      let fitting = beside.lazy.compactMap(\.self).first { $0.isRightToLeft == (level % 2 == 1) }
      let script = own ?? fitting ?? .latin
      let chosen = font(character, own == nil ? runs.last?.font ?? 0 : 0)
      if let last = runs.last, last.font == chosen, last.script == script, last.level == level {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(TextRun(text: String(character), font: chosen, script: script, level: level))
      }
    }
    return visualOrder(runs)
  }

  /// What a character is for the direction of its surroundings.
  private enum Kind {
    case left, right, number, neutral
  }

  private static func levels(of characters: [Character], isRightToLeft: Bool) -> [Int] {
    var kinds = characters.map { character -> Kind in
      if let script = character.script { return script.isRightToLeft ? .right : .left }
      return character.isNumber ? .number : .neutral
    }
    // A separator between two digits belongs to the number: 0:19.
    for index in kinds.indices.dropFirst().dropLast()
    where kinds[index - 1] == .number && kinds[index + 1] == .number && ":.,/".contains(characters[index]) {
      kinds[index] = .number
    }
    let base: Kind = isRightToLeft ? .right : .left
    // Numbers take part in what stands before them; inside right-to-left text they count as such.
    var before = [Kind](repeating: base, count: kinds.count)
    var strong = base
    for (index, kind) in kinds.enumerated() {
      before[index] = strong
      if kind == .left || kind == .right { strong = kind }
    }
    var after = base
    var levels = [Int](repeating: 0, count: kinds.count)
    for index in kinds.indices.reversed() {
      var kind = kinds[index]
      switch kind {
      case .left, .right: after = kind
      case .number: after = before[index]
      case .neutral: kind = before[index] == after ? after : base
      }
      levels[index] =
        switch kind {
        case .right: 1
        case .number where before[index] == .right: 2
        default: isRightToLeft ? 2 : 0
        }
    }
    return levels
  }

  /// Rule L2: from the deepest level on, what is at least as deep is turned round.
  private static func visualOrder(_ runs: [TextRun]) -> [TextRun] {
    var runs = runs
    let deepest = runs.map(\.level).max() ?? 0
    for level in stride(from: deepest, to: 0, by: -1) {
      var start = 0
      while start < runs.count {
        guard runs[start].level >= level else {
          start += 1
          continue
        }
        let end = runs[start...].firstIndex { $0.level < level } ?? runs.count
        runs[start..<end].reverse()
        start = end
      }
    }
    return runs
  }
}

extension Character {
  /// The script of its first letter; nil where it has none.
  fileprivate var script: Script? {
    unicodeScalars.lazy.compactMap(Script.init).first
  }
}
