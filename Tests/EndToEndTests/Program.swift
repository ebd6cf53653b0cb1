import Foundation
import Testing

/// A program that was run to its end.
struct Finished {
  var status: Int32
  var output: Data
  var errors: String

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The last line of standard output, read as JSON.
  func json() throws -> [String: Any] {
    let line = try #require(text.split(separator: "\n").last, "\(errors)")
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(value as? [String: Any])
  }

  /// Lines on standard error.
  var errorLines: Int { errors.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
}

/// Runs programs: the built `retake`, and those that judge its files.
enum Program {
  /// The `retake` that was built beside the tests.
  static let retake: URL = {
    let name = ProcessInfo.processInfo.arguments.first { $0.contains(".xctest") } ?? ""
    return URL(fileURLWithPath: name).deletingLastPathComponent().appendingPathComponent("retake")
  }()

  /// A program that is running.
  final class Running {
    let process = Process()
    private let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init(_ executable: URL, _ arguments: [String], folder: URL?, environment: [String: String]) throws {
      // Files, not pipes: nobody has to read while it runs.
      for file in [output, errors] { try Data().write(to: file) }
      process.executableURL = executable
      process.arguments = arguments
      if let folder { process.currentDirectoryURL = folder }
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
      kill(process.processIdentifier, number)
    }

    /// Waits for the end.
    func finish() throws -> Finished {
      process.waitUntilExit()
      defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
      let status = process.terminationReason == .uncaughtSignal ? -1 : process.terminationStatus
      return Finished(
        status: status, output: try Data(contentsOf: output),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  /// Starts `retake`. No config of this machine is read.
  static func start(_ arguments: [String], in folder: URL? = nil) throws -> Running {
    let empty = folder?.path ?? "/nonexistent"
    return try Running(
      retake, arguments, folder: folder,
      environment: ["HOME": empty, "XDG_CONFIG_HOME": empty, "RETAKE_CONFIG": ""])
  }

  /// Runs `retake` to its end.
  static func retake(_ arguments: [String], in folder: URL? = nil) throws -> Finished {
    try start(arguments, in: folder).finish()
  }

  /// Runs a program of the system to its end.
  static func run(_ name: String, _ arguments: [String]) throws -> Finished {
    try Running(
      URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments, folder: nil, environment: [:]
    ).finish()
  }
}

/// A folder of its own for one test, removed with its owner.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("retake-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of `name` in it.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The names of what is in it.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
}
