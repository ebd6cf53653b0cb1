/// The rules. Each gives the places where it is broken, as sentences.
enum HouseRules {
  /// Targets stand in the order of the house, and use what stands before them, as far as they may.
  static func order(of manifest: Manifest) -> [String] {
    var faults: [String] = []
    var last = -1
    for target in manifest.targets where !target.isTest {
      guard let place = House.modules.firstIndex(of: target.name) else {
        faults.append("\(target.name) is not in the plan of the house")
        continue
      }
      if place < last { faults.append("\(target.name) stands after what may use it") }
      last = max(last, place)
      for used in target.uses {
        guard let below = House.modules.firstIndex(of: used), below < place else {
          faults.append("\(target.name) uses \(used), which does not stand before it")
          continue
        }
        if let allowed = House.pure[target.name], !allowed.contains(used) {
          faults.append("\(target.name) is pure and uses \(used)")
        }
        if let owner = House.owners[used], owner != target.name {
          faults.append("\(target.name) uses \(used), which belongs to \(owner)")
        }
      }
    }
    for target in manifest.targets where target.isTest {
      for used in target.uses where House.cModules.contains(used) {
        faults.append("\(target.name) uses \(used): tests see C through its owner")
      }
    }
    return faults
  }

  /// A file imports what Package.swift names for its module, and nothing else but what is allowed everywhere.
  static func imports(of file: SourceFile, in manifest: Manifest, isTest: Bool) -> [String] {
    guard let target = manifest.targets.first(where: { $0.name == file.module }) else {
      return ["\(file.module)/\(file.name): the folder is no target"]
    }
    return file.imports.flatMap { found -> [String] in
      let place = "\(file.module)/\(file.name):\(found.line): "
      var faults: [String] = []
      let isOurs =
        House.modules.contains(found.module) || manifest.targets.contains { $0.name == found.module }
      var allowed = House.standard
      if isTest || House.foundationUsers.contains(file.module) { allowed.insert("Foundation") }
      if House.pure[file.module] == nil { allowed.insert("Glibc") }
      if isTest { allowed.insert("Testing") }
      if isOurs && !target.uses.contains(found.module) {
        faults.append(place + "imports \(found.module), which Package.swift does not name for it")
      }
      if !isOurs && !allowed.contains(found.module) {
        faults.append(place + "imports \(found.module), which this module may not")
      }
      if House.cModules.contains(found.module) && found.modifiers != ["internal"] {
        faults.append(place + "imports \(found.module) otherwise than with 'internal import'")
      }
      let exports = found.modifiers.contains("@_exported")
      if exports && !(file.module == "Retake" && found.module == "RetakeMedia") {
        faults.append(place + "re-exports \(found.module)")
      }
      return faults
    }
  }

  /// Raw pointers and `unsafe` stand in the files that are named for it.
  static func pointers(in file: SourceFile) -> [String] {
    guard !House.mayBeUnsafe(file.name) else { return [] }
    let found = lines(of: file.code, containing: /\bunsafe|\bUnsafe|\bUnmanaged\b|\bOpaquePointer\b/)
    guard !found.isEmpty else { return [] }
    return ["\(file.module)/\(file.name): unsafe code, which its name does not tell, in lines \(found)"]
  }

  /// Nothing is left for later in the code.
  static func leftovers(in text: String, of name: String) -> [String] {
    lines(of: text, containing: /\bTODO\b|\bFIXME\b|\bXXX\b|\bHACK\b/).map { "\(name):\($0): left for later" }
  }

  /// A shim's inline functions hold one statement each. Those that stand for a difference of versions may need
  /// up to three in a branch of the preprocessor, and a null in place of an answer.
  static func logic(inShim text: String, of name: String) -> [String] {
    let code = SourceStripper.strip(text)
    return code.matches(of: /static\s+inline\s[^{;]*?(\w+)\s*\([^{;]*\)\s*(\{)/).flatMap { head -> [String] in
      var depth = 1
      let body = code[head.output.2.endIndex...].prefix { character in
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
        return depth > 0
      }
      let branches = body.split(separator: "\n").split { $0.contains(/^\s*#/) }
      let limit = branches.count > 1 ? 3 : 1
      let isSimple = branches.allSatisfy { lines in
        let branch = lines.joined(separator: "\n")
        return branch.count { $0 == ";" } <= limit && !branch.contains(/\b(if|for|while|do|switch|goto)\b/)
          && (limit > 1 || !branch.contains("?"))
      }
      return isSimple ? [] : ["\(name): \(head.output.1) holds logic, or more than one statement"]
    }
  }

  private static func lines(of text: String, containing pattern: some RegexComponent) -> [Int] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.contains(pattern) }.map { $0.offset + 1 }
  }
}
