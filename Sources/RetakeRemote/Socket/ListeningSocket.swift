internal import Glibc
internal import RetakeMedia
internal import RetakeRuntime

/// A path that we listen at. Made and closed by the owner; the descriptor may be used by one other thread
/// between the two.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  private let path: String
  /// The socket that we made, to know it again.
  private let identity: SystemCalls.FileIdentity

  /// Listens at `path`. A socket that nobody answers at any more is replaced.
  ///
  /// - Throws: `failed` where another program answers, or the path is taken or not allowed;
  ///   `invalidArgument` where it cannot be the path of a socket.
  init(at path: String) throws(RetakeError) {
    guard path.utf8.count <= SystemCalls.longestSocketPath else {
      throw RetakeError(
        .invalidArgument,
        "the socket's path has \(path.utf8.count) bytes, \(SystemCalls.longestSocketPath) at most: \(path)",
        advice: "Choose a shorter one with --remote SOCKET.")
    }
    do throws(SystemError) {
      // Two kiosks that start together must not both find the old socket dead.
      (descriptor, identity) = try FolderLock.hold(around: path) { () throws(SystemError) in
        try Self.claim(path)
      }
    } catch {
      throw Self.explained(error, path)
    }
    self.path = path
  }

  /// Stops listening, and removes the socket if it is still ours.
  func close() {
    // Before the descriptor: while it is open, no other file can have the same identity.
    do throws(SystemError) {
      try FolderLock.hold(around: path) { () throws(SystemError) in
        guard (try? SystemCalls.identity(of: path)) == identity else { return }
        try SystemCalls.unlink(path)
      }
    } catch {
      Log.warning("remote control: \(error)")
    }
    try? SystemCalls.close(descriptor)
  }

  private static func claim(
    _ path: String
  ) throws(SystemError) -> (descriptor: Int32, identity: SystemCalls.FileIdentity) {
    if (try? SystemCalls.identity(of: path)) != nil { try removeStale(path) }
    let descriptor = try SystemCalls.localSocket()
    do throws(SystemError) {
      try SystemCalls.bind(descriptor, to: path)
      try SystemCalls.listen(descriptor)
      return (descriptor, try SystemCalls.identity(of: path))
    } catch {
      try? SystemCalls.close(descriptor)
      throw error
    }
  }

  /// Removes the socket at `path` if nobody listens there.
  private static func removeStale(_ path: String) throws(SystemError) {
    let inUse = SystemError("make socket \(path)", code: EADDRINUSE)
    guard try SystemCalls.identity(of: path).isSocket else {
      throw SystemError("make socket \(path)", code: EEXIST)
    }
    let probe = try SystemCalls.localSocket()
    defer { try? SystemCalls.close(probe) }
    do throws(SystemError) {
      try SystemCalls.connect(probe, to: path)
    } catch {
      switch error.code {
      case ECONNREFUSED: return try SystemCalls.unlink(path)
      case EAGAIN: throw inUse
      default: throw error
      }
    }
    throw inUse
  }

  private static func explained(_ error: SystemError, _ path: String) -> RetakeError {
    let other = "Choose another one with --remote SOCKET."
    switch error.code {
    case EADDRINUSE:
      return RetakeError(
        .failed, "another kiosk answers at \(path)",
        advice: "End it, or give this one its own --remote SOCKET.")
    case EEXIST:
      return RetakeError(.failed, "\(path) is there and no socket", advice: other)
    case ENOENT, ENOTDIR:
      return RetakeError(.invalidArgument, "the folder of \(path) is not there", advice: other)
    case EINVAL:
      return RetakeError(.invalidArgument, "'\(path)' cannot be the path of a socket", advice: other)
    default:
      return RetakeError(.failed, "no socket can be made at \(path): \(error.reason)", advice: other)
    }
  }
}
