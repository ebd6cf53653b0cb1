/// What Package.swift says about the targets, read from its text.
struct Manifest {
  /// A target with the targets that are named for it.
  struct Target {
    var name: String
    var uses: [String]
    var isTest: Bool
  }

  var targets: [Target] = []

  /// Reads calls such as `module("A", uses: ["B"])`, `tests("ATests", of: ["A"])`, `.systemLibrary(name: "A")` and
  /// `.executableTarget(name: "A", dependencies: ["B"])`; `.target(name: "A", path: "Tests/A"…)` helps tests.
  init(_ text: String) {
    let call = /(?:^|\n)\s*(\.systemLibrary|\.(?:executableT|t)arget|module|tests)\(\s*(?:name:\s*)?"(\w+)"/
    for match in text.matches(of: call) {
      var uses: [String] = []
      let rest = text[match.range.upperBound...]
      if let list = rest.prefixMatch(of: /,\s*(?:uses|of|dependencies):\s*\[([^\]]*)\]/) {
        uses = list.output.1.matches(of: /"(\w+)"/).map { String($0.output.1) }
      }
      let isTest = match.output.1 == "tests" || rest.starts(with: #", path: "Tests/"#)
      targets.append(Target(name: String(match.output.2), uses: uses, isTest: isTest))
    }
  }
}
