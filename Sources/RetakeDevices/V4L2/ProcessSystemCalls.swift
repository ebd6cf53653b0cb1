internal import CV4L2
internal import RetakeRuntime

/// Who has a device open, as far as this user may see (/proc/PID/fd).
enum DeviceHolders {
  /// Programs that hold `path`, as `name (process 123)`; this one as `retake itself`.
  static func of(_ path: String) -> [String] {
    let processes = ((try? SystemCalls.names(inFolder: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
    return processes.filter { isHeld(path, by: $0) }.map { process in
      process == getpid() ? "retake itself" : "\(name(of: process)) (process \(process))"
    }
  }

  private static func isHeld(_ path: String, by process: Int32) -> Bool {
    let folder = "/proc/\(process)/fd"
    // Of other users' processes the folder cannot be read.
    let descriptors = (try? SystemCalls.names(inFolder: folder)) ?? []
    return descriptors.contains { target(of: folder + "/" + $0) == path }
  }

  private static func target(of link: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      guard let bytes = unsafe buffer.assumingMemoryBound(to: CChar.self).baseAddress else { return nil }
      let count = unsafe readlink(link, bytes, buffer.count)
      return count < 0 ? nil : unsafe String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }

  private static func name(of process: Int32) -> String {
    let bytes = (try? SystemCalls.read("/proc/\(process)/comm", limit: 64)) ?? []
    let name = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    return name.isEmpty ? "a program" : name
  }
}
