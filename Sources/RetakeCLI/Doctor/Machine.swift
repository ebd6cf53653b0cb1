internal import Foundation
package import RetakeBooth
internal import RetakeRuntime

/// What the doctor asks the machine; its tests give other answers.
package struct Machine {
  /// The environment's variables.
  package var environment: [String: String]
  /// The names in a folder, sorted; empty where it cannot be read.
  package var names: (_ folder: String) -> [String]
  /// Whether there is something at a path, and whether this user may write to it; to a folder: use it.
  package var access: (_ path: String) -> Access
  /// Whether a path is a folder.
  package var isFolder: (_ path: String) -> Bool
  /// Bytes that can still be written in a folder; nil where that is not known.
  package var freeBytes: (_ folder: String) -> Int64?
  /// The encoders that Retake knows, each tried.
  package var encoders: () -> [EncoderDescription]

  /// What this user may do with a path.
  package enum Access {
    case missing
    /// Whether there is something cannot be seen: a folder above it may not be entered.
    case hidden
    case refused, granted
  }

  /// A machine that gives these answers.
  package init(
    environment: [String: String], names: @escaping (String) -> [String],
    access: @escaping (String) -> Access, isFolder: @escaping (String) -> Bool,
    freeBytes: @escaping (String) -> Int64?, encoders: @escaping () -> [EncoderDescription]
  ) {
    self.environment = environment
    self.names = names
    self.access = access
    self.isFolder = isFolder
    self.freeBytes = freeBytes
    self.encoders = encoders
  }

  /// This one.
  static var this: Machine {
    Machine(
      environment: ProcessInfo.processInfo.environment,
      names: { folder in (try? SystemCalls.names(inFolder: folder))?.sorted() ?? [] },
      access: { path in
        do throws(SystemError) {
          let status = try SystemCalls.status(of: path)
          do throws(SystemError) {
            try SystemCalls.checkWritable(path)
            if status.isFolder { try SystemCalls.checkEnterable(path) }
            return .granted
          } catch {
            return .refused
          }
        } catch {
          return error.isMissing ? .missing : .hidden
        }
      },
      isFolder: { path in (try? SystemCalls.status(of: path).isFolder) == true },
      freeBytes: { folder in try? SystemCalls.freeBytes(at: folder) },
      encoders: EncoderDescription.all)
  }
}
