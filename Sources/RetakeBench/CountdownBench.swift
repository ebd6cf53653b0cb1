internal import Foundation
internal import RetakeMedia
internal import RetakeRuntime

/// `retake-bench countdown`: how long three seconds of countdown are while the preview has few pictures.
enum CountdownBench {
  static let names = ["--count", "--rate"]

  /// Prints the greatest error; false where it exceeds 50 ms.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let count = try options.number("--count", usual: 5)
    let rate = try options.number("--rate", usual: 2)
    let scratch = try Scratch()
    let kiosk = try KioskRun(
      in: scratch, config: "countdown: 3", ["--camera", "test:1280x720@\(rate)", "--windowed", "1280x720"])
    try kiosk.wait(for: "attract")
    let peer = try SocketPeer(kiosk.socket)
    peer.send(#"{"command":"subscribe"}"#)
    var greatest = 0.0
    for _ in 0..<count {
      peer.send(#"{"command":"record"}"#)
      let start = try moment(of: "countdown", peer)
      let error = (try moment(of: "recording", peer) - start).seconds - 3
      greatest = max(greatest, abs(error))
      peer.send(#"{"command":"stop"}"#)
      try kiosk.wait(for: "ready", "review")
      peer.send(#"{"command":"discard"}"#)
      try kiosk.wait(for: "ready")
    }
    try kiosk.ask("quit")
    _ = try kiosk.finish()
    print("countdown: \(count) of 3 s at \(rate) pictures a second, at most \(milliseconds(greatest)) ms off")
    return greatest <= 0.050
  }

  /// When the news of a change to `state` came.
  private static func moment(of state: String, _ peer: SocketPeer) throws -> MediaTime {
    while let line = peer.next() {
      if line.contains("\"event\":\"state\",\"state\":\"\(state)\"") { return MonotonicClock.now }
    }
    throw BenchError("\(state) did not come")
  }
}
