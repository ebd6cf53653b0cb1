import Foundation
import RetakeBench
import Testing

/// `kiosk/run`, and what whoever has called it hears.
@Suite(.serialized) struct LaunchTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  @Test func theKioskSaysThatItIsUpWhereItWasLaunched() throws {
    for isLaunched in [true, false] {
      let launcher = isLaunched ? ["RETAKE_LAUNCHER": "kiosk/run"] : [:]
      let kiosk = try KioskRun(in: scratch, environment: KioskRun.memory.merging(launcher) { $1 })
      try kiosk.wait(for: "attract")
      try kiosk.ask("record")
      try kiosk.wait(for: "recording")
      try kiosk.ask("quit")
      let lines = try kiosk.finish().errors.split(separator: "\n").filter { $0.contains("the kiosk runs") }
      #expect(lines.count == (isLaunched ? 1 : 0))
      guard let line = lines.first else { continue }
      #expect(line.contains("320x180@30") && line.contains(kiosk.socket) && line.contains("retake ctl quit"))
    }
  }

  /// A checkout with the real script and a `swift` that only says what a build says, and builds a program that says
  /// hello.
  private func run(buildEnds status: Int) throws -> Finished {
    let root = scratch.path("checkout")
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/bin", withIntermediateDirectories: true)
    let kiosk = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../kiosk")
      .standardized
    try manager.copyItem(atPath: kiosk.path, toPath: root + "/kiosk")
    // Nobody waits for a quarter of a minute here.
    let library = URL(filePath: root + "/kiosk/lib.sh")
    let script = try String(contentsOf: library, encoding: .utf8)
    try #require(script.contains("while sleep 15 "))
    try Data(script.replacing("while sleep 15 ", with: "while sleep 0.3 ").utf8).write(to: library)
    // What is installed here is no business of this test.
    try Data().write(to: URL(filePath: root + "/kiosk/packages"))
    let swift = """
      #!/bin/sh
      echo "[1/1] Planning build"
      i=0
      while [ $i -lt 20 ]; do i=$((i + 1)); echo "[$i/20] Compiling"; sleep 0.1; done
      echo "the last words"
      mkdir -p "\(root)/.build/release"
      printf '#!/bin/sh\\necho hello $RETAKE_LAUNCHER "$@"\\n' >"\(root)/.build/release/retake"
      chmod +x "\(root)/.build/release/retake"
      exit \(status)

      """
    try Data(swift.utf8).write(to: URL(filePath: root + "/bin/swift"))
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root + "/bin/swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Program.run(
      root + "/kiosk/run", ["devices", "--json"], environment: ["PATH": root + "/bin:" + path])
  }

  @Test func aBuildShowsHowFarItIs() throws {
    let end = try run(buildEnds: 0)
    #expect(
      end.status == 0 && String(decoding: end.output, as: UTF8.self) == "hello kiosk/run devices --json\n")
    let lines = end.errors.split(separator: "\n")
    let said = lines.filter { $0.hasPrefix("kiosk/run: still building, part ") && $0.hasSuffix(" of 20") }
    #expect(said.count >= 2 && Set(said).count == said.count, "\(end.errors)")
    #expect(!end.errors.contains("last words"))
  }

  @Test func aBuildThatFailsShowsItsEnd() throws {
    let end = try run(buildEnds: 1)
    #expect(end.status == 1 && end.output.isEmpty)
    #expect(end.errors.contains("the last words") && end.errors.contains("retake could not be built"))
  }
}
