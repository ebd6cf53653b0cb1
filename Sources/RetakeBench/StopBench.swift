internal import Foundation

/// `retake-bench stop`: `stop` at moments spread over countdown, first picture and recording.
enum StopBench {
  static let names = ["--count"]

  /// Prints how the takes ended; throws where a stop is lost or a file is left where it does not belong.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let count = try options.number("--count", usual: 40)
    let scratch = try Scratch()
    // One second of countdown and one of recording.
    let kiosk = try KioskRun(in: scratch, config: "countdown: 1")
    try kiosk.wait(for: "attract")
    var takes = 0
    for number in 0..<count {
      let peer = try SocketPeer(kiosk.socket)
      peer.send(#"{"command":"record"}"#)
      guard peer.next()?.contains("\"ok\":true") == true else { throw BenchError("record was refused") }
      usleep(UInt32(2_000_000 * number / count))
      peer.send(#"{"command":"stop"}"#)
      guard let answer = peer.next(), answer.contains("\"ok\":true") else {
        throw BenchError("stop \(number) was refused")
      }
      if try kiosk.wait(for: "ready", "review") == "review" {
        takes += 1
        try kiosk.ask("discard")
        try kiosk.wait(for: "ready")
      }
      let strays = kiosk.files(in: "incoming")
      guard strays.isEmpty else { throw BenchError("stop \(number) left \(strays)") }
    }
    try kiosk.ask("quit")
    let end = try kiosk.finish()
    print(
      "stop: \(count) stops over 2 s, \(takes) of them with a take, none lost, no file left, exit \(end.status)"
    )
    return end.status == 0
  }
}
