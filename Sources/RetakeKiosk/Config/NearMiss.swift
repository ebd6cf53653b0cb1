/// Finds what was probably meant.
package enum NearMiss {
  /// The word that `text` is a slip of: at most one edit in three characters away; nil where none is near.
  package static func of(_ text: String, among words: some Sequence<String>) -> String? {
    let typed = Array(text.lowercased())
    // A word no person types by mistake would only cost time.
    guard typed.count <= 40 else { return nil }
    let near = words.map { (word: $0, distance: distance(typed, Array($0.lowercased()))) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, typed.count / 3) else { return nil }
    return near.word
  }

  /// Insertions, deletions, replacements and swaps of neighbours from one to the other.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var best = min(last[column + 1] + 1, current[column] + 1)
        best = min(best, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
