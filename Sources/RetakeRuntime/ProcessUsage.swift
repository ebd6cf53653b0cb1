internal import CLinux

/// What this process has used.
package struct ProcessUsage: Sendable {
  /// Seconds of processor time, user and system, of all threads.
  package var cpuSeconds: Double
  /// The most memory it ever held, in bytes.
  package var peakResidentBytes: Int64

  /// As of now.
  package static var now: ProcessUsage {
    let (cpu, peak) = SystemCalls.resourceUsage()
    return ProcessUsage(cpuSeconds: cpu, peakResidentBytes: peak)
  }
}
