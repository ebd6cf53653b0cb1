package import Foundation

/// A program that was run to its end.
package struct Finished {
  /// Its exit code; -1 where a signal ended it.
  package var status: Int32
  /// Standard output.
  package var output: Data
  /// Standard error.
  package var errors: String

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The last line of standard output, read as a JSON object.
  package func json() throws -> [String: Any] {
    let line = text.split(separator: "\n").last ?? ""
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      throw BenchError("no JSON object on the last line: \(text)\(errors)")
    }
    return object
  }

  /// Lines on standard error.
  package var errorLines: Int { errors.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
}

/// A measurement that could not be made, in words.
package struct BenchError: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Runs programs: the built `retake`, and those that judge its files.
package enum Program {
  /// The `retake` that was built beside the running bench or test bundle.
  package static let retakePath: URL = {
    let arguments = ProcessInfo.processInfo.arguments
    let name = arguments.first { $0.contains(".xctest") } ?? "/proc/self/exe"
    return URL(fileURLWithPath: name).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("retake")
  }()

  /// A program that is running.
  package final class Running {
    /// The process.
    package let process = Process()
    private let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init(_ executable: URL, _ arguments: [String], environment: [String: String]) throws {
      // Files, not pipes: nobody has to read while it runs.
      for file in [output, errors] { try Data().write(to: file) }
      process.executableURL = executable
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
    }

    /// Sends a signal.
    package func signal(_ number: Int32) {
      kill(process.processIdentifier, number)
    }

    /// What it has written to standard output so far.
    package var textSoFar: String {
      (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    }

    /// Waits for the end.
    package func finish() throws -> Finished {
      process.waitUntilExit()
      defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
      let status = process.terminationReason == .uncaughtSignal ? -1 : process.terminationStatus
      return Finished(
        status: status, output: try Data(contentsOf: output),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  /// Starts `retake`. No config of this machine is read.
  package static func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Running {
    let usual = ["HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent", "RETAKE_CONFIG": ""]
    return try Running(retakePath, arguments, environment: usual.merging(environment) { $1 })
  }

  /// Runs `retake` to its end.
  package static func retake(_ arguments: [String]) throws -> Finished {
    try start(arguments).finish()
  }

  /// Starts a program of the system.
  package static func startSystem(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Running {
    try Running(URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments, environment: environment)
  }

  /// Runs a program of the system to its end.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Finished {
    try startSystem(name, arguments, environment: environment).finish()
  }
}

/// A folder for one measurement or test, removed with its owner.
package final class Scratch {
  /// Where it is.
  package let folder: URL

  /// Makes it in the system's place for temporary files.
  package init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("retake-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The path of `name` in it.
  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The names of what is in it.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
