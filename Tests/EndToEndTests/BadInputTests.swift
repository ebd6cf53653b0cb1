import Foundation
import RetakeBench
import Testing

/// What cannot work is refused in at most two lines, with the right code, and leaves nothing behind.
@Suite struct BadInputTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Data("This is not a video.\n".utf8).write(to: URL(fileURLWithPath: scratch.path("text.mp4")))
    try Data().write(to: URL(fileURLWithPath: scratch.path("empty.mp4")))
    try FileManager.default.createDirectory(
      atPath: scratch.path("folder.mp4"), withIntermediateDirectories: false)
    try Data("{ camera: 'test', nonsense: 1 }".utf8).write(
      to: URL(fileURLWithPath: scratch.path("key.json5")))
    try Data("{ camera: 'test', max_duration: 'long' }".utf8)
      .write(to: URL(fileURLWithPath: scratch.path("value.json5")))
    try Data("{ camera: 'test',".utf8).write(to: URL(fileURLWithPath: scratch.path("syntax.json5")))
  }

  /// Arguments after `record`, and the exit code. `@` stands for the scratch folder.
  static let table: [(String, Int32)] = [
    ("-o @/out.mp4 --camera file:@/missing.mp4", 3),
    ("-o @/out.mp4 --camera file:@/text.mp4", 3),
    ("-o @/out.mp4 --camera file:@/empty.mp4", 3),
    ("-o @/out.mp4 --camera file:@", 3),
    ("-o @/out.mp4 --camera test --microphone file:@/text.mp4", 3),
    ("-o @/out.mp4 --camera /dev/video99", 3),
    ("-o @/out.mp4 --camera none", 2),
    ("-o @/out.mp4 --camera test:0x0@30", 2),
    ("-o @/out.mp4 --camera test:320x240,format=h265", 2),
    ("-o @/out.mp4 --camera file:- --microphone file:-", 2),
    ("-o @/out.mp4 --camera test:nonsense=1", 2),
    ("-o @/out.mp4 --camera", 2),
    ("-o @/out.avi --camera test", 2),
    ("-o @/out.mp4 --camera test -t 0", 2),
    ("-o @/out.mp4 --camera test -t -1", 2),
    ("-o @/out.mp4 --camera test -t nan", 2),
    ("-o @/out.mp4 --camera test -t soon", 2),
    ("-o @/out.mp4 --camera test --nonsense", 2),
    ("-o @/out.mp4 --camera test stray", 2),
    ("-o @/out.mp4 --camera test --bitrate 12X", 2),
    ("-o @/out.mp4 --camera test --quality 0", 2),
    ("-o @/out.mp4 --camera test --config @/key.json5", 2),
    ("-o @/out.mp4 --camera test --config @/value.json5", 2),
    ("-o @/out.mp4 --camera test --config @/syntax.json5", 2),
    ("-o @/out.mp4 --camera test --config @/missing.json5", 2),
    ("--camera test", 2),
    ("-o @/no/such/folder/out.mp4 --camera test -t 1", 4),
    ("-o @/text.mp4/out.mp4 --camera test -t 1", 4),
    ("-o @/folder.mp4 --camera test -t 1", 4),
    ("-o /proc/out.mp4 --camera test -t 1", 4),
  ]

  @Test(arguments: table)
  func refused(arguments: String, code: Int32) throws {
    let words = arguments.replacingOccurrences(of: "@/", with: scratch.folder.path + "/")
      .replacingOccurrences(of: "file:@", with: "file:" + scratch.folder.path)
    let before = try scratch.names()
    let result = try Program.retake(["record"] + words.split(separator: " ").map(String.init))
    #expect(result.status == code, "\(result.errors)")
    #expect((1...2).contains(result.errorLines), "\(result.errors)")
    #expect(result.text == "")
    #expect(try scratch.names() == before)
  }
}
