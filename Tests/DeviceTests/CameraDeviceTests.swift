import Foundation
import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeDevices

/// Keeps what a camera delivers.
private final class Album: CameraSink {
  struct Contents {
    var stamps: [(sequence: UInt64, time: MediaTime)] = []
    var end: SourceEnd?
  }
  let contents = Monitor(Contents())

  func cameraDelivered(_ sample: CameraSample) {
    contents.withLock { contents in
      switch sample {
      case .frame(let frame): contents.stamps.append((frame.sequence, frame.time))
      case .packet(let packet): contents.stamps.append((packet.sequence, packet.presentationTime))
      }
    }
  }

  func cameraEnded(_ end: SourceEnd) {
    contents.withLock { $0.end = end }
  }
}

/// What this process holds.
private struct Use {
  var descriptors: Int
  var threads: Int
  var residentBytes: Int

  init() throws {
    // Sockets are Foundation's, which needs some for a while after a process has ended.
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix("socket:") == false
    }
    threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    residentBytes = (Int(pages[1]) ?? 0) * 4096
  }
}

/// The kernel's real cameras.
@Suite(.serialized) struct CameraDeviceTests {
  private static let cameras = Discovery.cameras().filter { $0.node != nil && $0.problem == nil }
  private static let hasTool = FileManager.default.isExecutableFile(atPath: "/usr/bin/v4l2-ctl")
  /// Whether cameras can be pulled out by a command.
  private static let isLab = ProcessInfo.processInfo.environment["KIOSK_LAB"] != nil

  /// Runs a program; what it prints.
  private func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: written, as: UTF8.self)
  }

  @Test(.enabled(if: !cameras.isEmpty && hasTool, "no camera, or no v4l2-ctl, is here"))
  func theListIsTheKernels() throws {
    for camera in Self.cameras {
      let listing = try run("v4l2-ctl", "-d", try #require(camera.node), "--list-formats")
      let codes = listing.matches(of: /\[\d+\]: '(.{4}(?:-BE)?)'/).map {
        String($0.output.1).trimmingCharacters(in: .whitespaces).replacing(" -BE", with: "-BE")
      }
      var listed: [String] = []
      for format in camera.formats where listed.last != format.code { listed.append(format.code) }
      #expect(listed == codes, "\(camera.id)")
    }
  }

  @Test(.enabled(if: !cameras.isEmpty, "no camera is here"))
  func everyCameraTellsTheTimeOfItsPictures() throws {
    for description in Self.cameras {
      let camera = try V4L2Cameras.open(description.id, FormatChooser(preset: .medium))
      let album = Album()
      let start = MonotonicClock.now
      camera.start(epoch: start, sink: album)
      _ = album.contents.wait { $0.stamps.count >= 10 || $0.end != nil ? true : nil }
      camera.stop()
      camera.join()
      let contents = album.contents.withLock { $0 }
      #expect(contents.end == .stopped, "\(description.id)")
      #expect(contents.stamps.allSatisfy { $0.time >= start && $0.time <= MonotonicClock.now })
      #expect(
        zip(contents.stamps, contents.stamps.dropFirst()).allSatisfy {
          $0.time < $1.time && $0.sequence < $1.sequence
        })
    }
  }

  @Test(.enabled(if: !cameras.isEmpty, "no camera is here"))
  func whatCannotBeSetIsRefusedAndStaysAsItIs() throws {
    for description in Self.cameras {
      let controls = V4L2Controls(path: try #require(description.node), calls: V4L2SystemCalls())
      for control in controls.all() {
        if control.kind == .bitmask { #expect((0...control.maximum).contains(control.value)) }
        guard !control.isActive || control.isReadOnly else { continue }
        let error = #expect(throws: RetakeError.self, "\(control.name)") {
          _ = try controls.set(control.minimum, of: control.name)
        }
        let reasons: [RetakeError.Code] = [.wrongState, .invalidArgument, .notSupported]
        #expect(error.map { reasons.contains($0.code) } == true, "\(control.name)")
      }
    }
  }

  @Test(.enabled(if: !cameras.isEmpty, "no camera is here"))
  func openingAgainAndAgainLeavesNothingBehind() throws {
    let id = try #require(Self.cameras.first).id
    let before = try Use().descriptors
    for _ in 0..<20 {
      let camera = try V4L2Cameras.open(id, FormatChooser(preset: .low))
      let album = Album()
      camera.start(epoch: MonotonicClock.now, sink: album)
      _ = album.contents.wait { !$0.stamps.isEmpty || $0.end != nil ? true : nil }
      camera.stop()
      camera.join()
    }
    #expect(try Use().descriptors == before)
  }

  @Test(.enabled(if: !cameras.isEmpty && isLab, "no camera that can be pulled out by a command is here"))
  func aCameraThatIsPulledOutIsLostAndComesBack() throws {
    let events = Monitor([DeviceEvent]())
    let monitor = DeviceMonitor()
    #expect(monitor.start { event in events.withLock { $0.append(event) } })
    let description = try #require(Self.cameras.first)
    var uses: [Use] = []
    for _ in 0..<50 {
      let camera = try V4L2Cameras.open(description.id, FormatChooser(preset: .low))
      let album = Album()
      camera.start(epoch: MonotonicClock.now, sink: album)
      _ = album.contents.wait { $0.stamps.count >= 5 || $0.end != nil ? true : nil }
      _ = try run("labctl", "unplug-camera", "0")
      let end = album.contents.wait(until: MonotonicClock.now + MediaTime(seconds: 5)) { $0.end }
      guard case .lost(let error) = end else {
        return #expect(Bool(false), "it is not lost: \(String(describing: end))")
      }
      #expect(error.code == .deviceLost)
      camera.join()
      _ = try run("labctl", "plug-camera", "0")
      let isBack = events.wait(until: MonotonicClock.now + MediaTime(seconds: 5)) { events -> Bool? in
        let mine = events.filter { $0.node == description.node && $0.isCamera }
        return mine.last?.action == .added && mine.contains { $0.action == .removed } ? true : nil
      }
      #expect(isBack == true)
      events.withLock { $0 = [] }
      uses.append(try Use())
    }
    // The first few load what the test itself needs.
    #expect(uses[49].descriptors == uses[4].descriptors && uses[49].threads == uses[4].threads)
    #expect(uses[49].residentBytes - uses[4].residentBytes <= 2_000_000)
    monitor.stop()
    monitor.join()
  }
}
