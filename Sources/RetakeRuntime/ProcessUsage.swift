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

  /// Lets all threads share two of glibc's heaps instead of up to eight a processor: each keeps what a thread that
  /// has ended had used, so that a kiosk grew by 2.5 MB in its first twenty changes of the camera, and by 1.4 MB with
  /// two (50 pulls of a virtual camera). Nothing on the way of a frame asks for memory often.
  ///
  /// And gives what is as large as a picture back as soon as it is not needed. Left to itself glibc keeps such blocks
  /// once one was freed: after twenty reviews of 720p takes a kiosk held 236 MB, and so 107.
  ///
  /// Before the first thread.
  package static func limitHeaps() {
    _ = retake_limit_heaps(2)
    _ = retake_map_large_blocks(largeBlock)
  }

  /// Bytes from which a block is a mapping of its own.
  private static let largeBlock: Int32 = 128 << 10

  /// As of now.
  package static var now: ProcessUsage {
    let (cpu, peak) = SystemCalls.resourceUsage()
    return ProcessUsage(cpuSeconds: cpu, peakResidentBytes: peak)
  }
}
