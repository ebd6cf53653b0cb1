internal import Foundation

/// `retake-bench record`: processor time and memory of a recording, beside ffmpeg with the same input, speed and
/// bitrate, in turn.
enum RecordBench {
  static let names = ["--seconds", "--runs", "--size", "--speed", "--bitrate"]

  /// Prints the medians of the ratios; true whatever they are: it measures, it does not judge.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let seconds = try options.number("--seconds", usual: 10)
    let runs = try options.number("--runs", usual: 3)
    let size = options.text("--size", usual: "1280x720")
    let speed = options.text("--speed", usual: "superfast")
    let bitrate = options.text("--bitrate", usual: "4M")
    let scratch = try Scratch()
    let source = try clip(in: scratch, size: size, seconds: seconds + 1)
    var ratios: [(cpu: Double, memory: Double)] = []
    for _ in 0..<runs {
      let take = try Program.retake([
        "record", "--json", "--min-free", "0", "--camera", "file:" + source, "--microphone", "file:" + source,
        "-t", "\(seconds)", "--encoder", "libx264:" + speed, "--bitrate", bitrate, "-o",
        scratch.path("a.mp4"),
      ])
      guard let cpu = try take.json()["cpu_seconds"] as? Double,
        let peak = try take.json()["peak_rss"] as? Int
      else { throw BenchError(take.errors) }
      let peer = try ffmpeg(
        source, to: scratch.path("b.mp4"), seconds: seconds, speed: speed, bitrate: bitrate)
      ratios.append((cpu / peer.cpu, Double(peak) / peer.memory))
      print("record: \(size) \(speed): \(cpu) s of processor time, ffmpeg \(peer.cpu) s")
    }
    print(
      "record: \(size) \(speed): median ratio to ffmpeg: processor \(median(ratios.map(\.cpu))), "
        + "peak memory \(median(ratios.map(\.memory)))")
    return true
  }

  /// A motion-JPEG clip with sound, as noisy as a webcam's.
  private static func clip(in scratch: Scratch, size: String, seconds: Int) throws -> String {
    let path = scratch.path("clip.mkv")
    let made = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30:duration=\(seconds)", "-f",
        "lavfi",
        "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)", "-vf", "noise=alls=10:allf=t",
        "-c:v",
        "mjpeg", "-pix_fmt", "yuvj422p", "-q:v", "5", "-c:a", "pcm_s16le", path,
      ])
    guard made.status == 0 else { throw BenchError(made.errors) }
    return path
  }

  private static func ffmpeg(
    _ source: String, to path: String, seconds: Int, speed: String, bitrate: String
  ) throws -> (cpu: Double, memory: Double) {
    // ffmpeg tells its own times: bench: utime=5.151s stime=0.160s rtime=10.012s, maxrss=146936kB.
    let run = try Program.run(
      "ffmpeg",
      [
        "-v", "info", "-nostats", "-benchmark", "-y", "-re", "-i", source, "-t", "\(seconds)", "-c:v",
        "libx264",
        "-preset", speed, "-b:v", bitrate, "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "80k", path,
      ])
    guard let times = run.errors.firstMatch(of: /utime=([\d.]+)s stime=([\d.]+)s/),
      let memory = run.errors.firstMatch(of: /maxrss=(\d+)/), let user = Double(times.1),
      let system = Double(times.2), let kilobytes = Double(memory.1)
    else { throw BenchError(run.errors) }
    return (user + system, kilobytes * 1024)
  }

  private static func median(_ values: [Double]) -> Double {
    let middle = values.sorted()[values.count / 2]
    return (middle * 100).rounded() / 100
  }
}
