internal import CLinux

/// What this process has used.
package struct ProcessUsage: Sendable {
  /// Seconds of processor time, user and system, of all threads.
  package var cpuSeconds: Double
  /// The most memory it ever held, in bytes.
  package var peakResidentBytes: Int64

  /// Bytes of memory that this process holds now; 0 where the system does not tell.
  package static var residentBytes: Int64 {
    // Size and resident set in pages, and more.
    guard let bytes = try? SystemCalls.read("/proc/self/statm", limit: 256) else { return 0 }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int64(fields[1]) ?? 0) * Int64(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  /// As of now.
  package static var now: ProcessUsage {
    let (cpu, peak) = SystemCalls.resourceUsage()
    return ProcessUsage(cpuSeconds: cpu, peakResidentBytes: peak)
  }
}
