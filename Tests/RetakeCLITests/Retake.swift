import Foundation

/// Runs the built program.
enum Retake {
  /// How a run ended.
  struct Result: Equatable {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs it with these arguments, in an environment without the user's config.
  static func run(_ arguments: String...) throws -> Result {
    try run(arguments)
  }

  /// Runs it with these arguments, in an environment without the user's config.
  static func run(_ arguments: [String]) throws -> Result {
    let output = Pipe()
    return try run(arguments, output: output.fileHandleForWriting, reading: output.fileHandleForReading)
  }

  /// Runs it with standard output going to `output`; what was read from `reading` is the result's.
  static func run(
    _ arguments: [String], output: FileHandle, reading: FileHandle? = nil
  ) throws -> Result {
    let errors = Pipe()
    let process = try process(arguments)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Ours would keep the pipe open for ever.
    try output.close()
    let written = try reading?.readToEnd() ?? Data()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: said, as: UTF8.self))
  }

  /// A run that was not started yet, in an environment without the user's config.
  static func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    // The tests' own program stands beside it.
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(
      "retake")
    process.arguments = arguments
    process.environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
