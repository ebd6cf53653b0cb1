/// A part of a line that one font draws in one direction.
struct TextRun: Equatable {
  var text: String
  /// Index in the fallback chain.
  var font: Int
  var script: Script

  /// Cuts a line into runs in the order of reading.
  ///
  /// `font` says which font of the chain has all of a character's scalars, at best the one that it is given.
  /// Characters without a script of their own stay with what stands before them, at the start with what follows.
  static func runs(of line: String, font: (_ character: Character, _ preferred: Int) -> Int) -> [TextRun] {
    var runs: [TextRun] = []
    for character in line {
      let own = character.unicodeScalars.lazy.compactMap(Script.init).first
      let script = own ?? runs.last?.script ?? firstScript(of: line)
      let isDigit = own == nil && character.isNumber
      // Digits inside a right-to-left text run from left to right, in a run of their own.
      let runScript = isDigit && script.isRightToLeft ? .latin : script
      let chosen = font(character, own == nil ? runs.last?.font ?? 0 : 0)
      if let last = runs.last, last.font == chosen, last.script == runScript {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(TextRun(text: String(character), font: chosen, script: runScript))
      }
    }
    return runs
  }

  private static func firstScript(of line: String) -> Script {
    line.unicodeScalars.lazy.compactMap(Script.init).first ?? .latin
  }

  /// The runs from left to right as they are seen: rule L2 of Unicode's UAX 9 for two levels.
  static func visualOrder(_ runs: [TextRun], isRightToLeft: Bool) -> [TextRun] {
    var result: [TextRun] = []
    var group: [TextRun] = []
    // Runs against the base direction keep together, in their own order.
    func flush() {
      result += isRightToLeft ? group : group.reversed()
      group.removeAll()
    }
    for run in isRightToLeft ? runs.reversed() : runs {
      if run.script.isRightToLeft == isRightToLeft {
        flush()
        result.append(run)
      } else if isRightToLeft {
        group.insert(run, at: 0)
      } else {
        group.append(run)
      }
    }
    flush()
    return result
  }
}
