import Testing

/// Each rule finds what it is there for.
struct HouseRulesTests {
  private func faults(of text: String, in module: String, uses: String = "") -> [String] {
    let manifest = Manifest("  module(\"\(module)\", uses: [\(uses)]),\n")
    return HouseRules.imports(
      of: SourceFile(module: module, name: "A.swift", text: text), in: manifest, isTest: false)
  }

  @Test(arguments: [
    ("module(\"RetakeMedia\", uses: [\"RetakeRuntime\"])", 1),
    ("module(\"RetakeCodec\", uses: [\"RetakeKiosk\"])", 1),
    ("module(\"RetakeKiosk\", uses: [\"RetakeRuntime\"])", 1),
    ("module(\"RetakeDevices\", uses: [\n    \"RetakeMedia\", \"CFFmpeg\",\n  ])", 1),
    ("module(\"RetakeCodec\")\nmodule(\"RetakeMedia\")", 1),
    ("module(\"RetakeUtilities\")", 1),
    ("tests(\"RetakeCodecTests\", of: [\"CFFmpeg\"])", 1),
    ("module(\"RetakeKiosk\", uses: [\"RetakeMedia\"])", 0),
    ("module(\"RetakeCodec\", uses: [\"CFFmpeg\"])\nmodule(\"Retake\", uses: [\"RetakeCodec\"])", 0),
    (".executableTarget(\n  name: \"RetakeCLI\",\n  dependencies: [\"CFFmpeg\"])", 1),
  ])
  func order(manifest: String, count: Int) {
    #expect(HouseRules.order(of: Manifest(manifest)).count == count)
  }

  @Test(arguments: [
    ("internal import RetakeCodec", "RetakeLibrary", "\"RetakeMedia\"", 1),
    ("internal import RetakeMedia; internal import RetakeKiosk", "RetakeLibrary", "\"RetakeMedia\"", 1),
    ("internal import struct RetakeCodec.Muxer", "RetakeLibrary", "", 1),
    ("@testable import RetakeCodec", "RetakeLibrary", "", 1),
    ("import Foundation", "RetakeCodec", "", 1),
    ("internal import Glibc", "RetakeKiosk", "", 1),
    ("internal import Dispatch", "RetakeDevices", "", 1),
    ("import CFFmpeg", "RetakeCodec", "\"CFFmpeg\"", 1),
    ("package import CFFmpeg", "RetakeCodec", "\"CFFmpeg\"", 1),
    ("@_exported public import RetakeMedia", "RetakeCodec", "\"RetakeMedia\"", 1),
    ("@_exported public import RetakeMedia", "Retake", "\"RetakeMedia\"", 0),
    ("internal import CFFmpeg\npackage import RetakeMedia", "RetakeCodec", "\"CFFmpeg\", \"RetakeMedia\"", 0),
    ("internal import Foundation\nimport Synchronization", "RetakeLibrary", "", 0),
    ("// import Foundation\nlet text = \"\"\"\nimport Foundation\n\"\"\"", "RetakeMedia", "", 0),
  ])
  func imports(text: String, module: String, uses: String, count: Int) {
    #expect(faults(of: text, in: module, uses: uses).count == count)
  }

  @Test func aFolderThatIsNoTargetIsFound() {
    let file = SourceFile(module: "Stray", name: "A.swift", text: "")
    #expect(HouseRules.imports(of: file, in: Manifest(""), isTest: false).count == 1)
  }

  @Test(arguments: [
    ("let p: UnsafeRawPointer", "Encoder.swift", 1),
    ("let a = unsafe b.pointee\nvar c = 1\nvar d = unsafe e", "Encoder.swift", 1),
    ("let q: OpaquePointer?", "Encoder.swift", 1),
    ("let p: UnsafeRawPointer", "EncoderBridge.swift", 0),
    ("let p: UnsafeRawPointer", "UnsafeEncoder.swift", 0),
    ("let p: UnsafeRawPointer", "Unsaved.swift", 1),
    ("let p: UnsafeRawPointer", "SlabMemory.swift", 0),
    ("let p: UnsafeRawPointer", "SystemCalls.swift", 0),
    ("let encoder = CUnsafe()\nlet notunsafe = 1", "Encoder.swift", 0),
    ("// unsafe\nlet a = \"unsafe \\(f(\"unsafe\"))\"", "Encoder.swift", 0),
  ])
  func pointers(text: String, name: String, count: Int) {
    #expect(HouseRules.pointers(in: SourceFile(module: "RetakeCodec", name: name, text: text)).count == count)
  }

  @Test func leftovers() {
    #expect(HouseRules.leftovers(in: "let a = 1\n// TODO: b", of: "A") == ["A:2: left for later"])
    #expect(HouseRules.leftovers(in: "/* FIXME */", of: "A").count == 1)
    #expect(HouseRules.leftovers(in: "let autodob = mastodon", of: "A") == [])
  }

  @Test(arguments: [
    ("static inline int f(int a) { return g(a); }", 0),
    ("static inline int f(int a) {\n#if X\n  return g(a);\n#else\n  return h(a);\n#endif\n}", 0),
    ("static inline int f(int a) {\n#if X\n  b = g(a);\n  return b ? 1 : 0;\n#else\n  h();\n#endif\n}", 0),
    ("static inline int f(int a) {\n#if X\n  b; c; d; e;\n#else\n  return h(a);\n#endif\n}", 1),
    ("static inline int f(int a) {\n#if X\n  if (a) g(a);\n#else\n  return h(a);\n#endif\n}", 1),
    ("// if a; b;\nstatic inline int f(int a) { return g(a); }", 0),
    ("static inline int f(int a) { int b = g(a); return b; }", 1),
    ("static inline int f(int a) { if (a) return 1; }", 1),
    ("static inline int f(int a) { return a ? g(a) : 0; }", 1),
    ("static inline int f(int a) { while (a) { g(a); } }\nstatic inline int h(void) { return 1; }", 1),
  ])
  func logic(shim: String, count: Int) {
    #expect(HouseRules.logic(inShim: shim, of: "CA").count == count)
  }

  @Test func strippingKeepsLinesAndCode() {
    let text = "let a = 1 // b\n/* c /* d\n*/ e */let f = #\"g\\\"#\nlet h = \"\\\"i\" + j"
    #expect(SourceStripper.strip(text) == "let a = 1 \n\nlet f = \nlet h =  + j")
  }
}
