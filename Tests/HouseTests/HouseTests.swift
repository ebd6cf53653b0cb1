import Foundation
import Testing

/// The rules of the house, over the whole checkout.
struct HouseTests {
  private let manifest: Manifest
  private let sources: [SourceFile]
  private let tests: [SourceFile]

  init() throws {
    let package = SourceFile.checkout.appending(path: "Package.swift")
    manifest = Manifest(try String(contentsOf: package, encoding: .utf8))
    sources = try SourceFile.sources.get()
    tests = try SourceFile.tests.get()
  }

  private func report(_ faults: [String]) {
    for fault in faults { Issue.record(Comment(rawValue: fault)) }
  }

  @Test func theHouseIsSeen() {
    #expect(manifest.targets.contains { $0.name == "RetakeRuntime" && $0.uses.contains("CLinux") })
    #expect(manifest.targets.contains { $0.name == "HouseTests" && $0.isTest })
    let runtime = sources.filter { $0.module == "RetakeRuntime" }
    #expect(runtime.contains { $0.imports.contains { $0.module == "CLinux" } })
    #expect(tests.contains { $0.module == "HouseTests" })
  }

  @Test func modulesUseOnlyWhatStandsBeforeThem() {
    report(HouseRules.order(of: manifest))
  }

  @Test func filesImportOnlyWhatTheManifestNames() {
    report(sources.flatMap { HouseRules.imports(of: $0, in: manifest, isTest: false) })
    report(tests.flatMap { HouseRules.imports(of: $0, in: manifest, isTest: true) })
  }

  @Test func pointersStayInTheFilesNamedForThem() {
    report(sources.flatMap { HouseRules.pointers(in: $0) })
  }

  @Test func nothingIsLeftForLater() throws {
    let files = (sources + tests.filter { $0.module != "HouseTests" })
    report(files.flatMap { HouseRules.leftovers(in: $0.text, of: "\($0.module)/\($0.name)") })
  }

  @Test(arguments: House.cModules) func shimsHoldNoLogic(module: String) throws {
    let shim = SourceFile.checkout.appending(path: "Sources/\(module)/shim.h")
    guard FileManager.default.fileExists(atPath: shim.path) else {
      #expect(!manifest.targets.contains { $0.name == module }, "\(module) has no shim.h")
      return
    }
    let text = try String(contentsOf: shim, encoding: .utf8)
    report(HouseRules.logic(inShim: text, of: module))
    report(HouseRules.leftovers(in: text, of: module))
  }
}
