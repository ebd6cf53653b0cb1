internal import Foundation
internal import RetakeRuntime

/// `retake-bench storm`: any input in any order and any bytes through the real kiosk, which must be back at
/// attract in its idle time, as if nothing had been.
enum StormBench {
  static let names = ["--events", "--connections", "--seed"]

  /// Prints what was sent and how long the way back took; throws where the kiosk does not answer or return.
  static func run(_ arguments: [String]) throws -> Bool {
    let options = try Options(arguments, names: names)
    let events = try options.number("--events", usual: 2000)
    let connections = try options.number("--connections", usual: 1000)
    let seed = try options.number("--seed", usual: Int.random(in: 1...Int.max))
    let scratch = try Scratch()
    let kiosk = try KioskRun(in: scratch, config: "countdown: 0, max_duration: 2")
    try kiosk.wait(for: "attract")
    var storm = Storm(kiosk: kiosk, scratch: scratch, seed: UInt64(seed))
    let refused = try storm.events(events)
    try storm.connections(connections)
    let start = Date.now
    // Review, saving and saved, each for as long as it waits.
    try kiosk.wait(for: "attract", within: 200)
    let back = Date.now.timeIntervalSince(start)
    let strays = kiosk.files(in: "incoming").count
    kiosk.signal(SIGTERM)
    let end = try kiosk.finish()
    print(
      "storm: \(events) events (\(refused) refused), \(connections) hostile connections, seed \(seed): "
        + "attract after \(Int(back)) s, \(strays) files left in incoming, exit \(end.status)")
    return end.status == 0 && strays == 0
  }
}

/// Random input for a kiosk, the same for the same seed.
package struct Storm {
  private let kiosk: KioskRun
  private let picture: String
  private var state: UInt64
  private var asksToQuit = false

  /// For `kiosk`; screenshots go into `scratch`.
  package init(kiosk: KioskRun, scratch: Scratch, seed: UInt64) {
    self.kiosk = kiosk
    picture = scratch.path("storm.png")
    state = seed
  }

  /// Sends `count` commands, keys and taps, each after the answer to the one before.
  ///
  /// - Returns: how many were refused.
  package mutating func events(_ count: Int) throws -> Int {
    let peer = try SocketPeer(kiosk.socket)
    var refused = 0
    for number in 0..<count {
      let line = next(number)
      peer.send(line)
      guard let answer = peer.next() else { throw BenchError("no answer to \(line)") }
      guard answer.contains("\"id\":\(number),") else {
        throw BenchError("\(answer) is no answer to \(line)")
      }
      if answer.contains("\"ok\":false") { refused += 1 }
    }
    return refused
  }

  /// Opens `count` connections, many at once, each with a line that is cut, endless, deep or of wrong types; some
  /// hang up without reading. Then the kiosk must still answer.
  package mutating func connections(_ count: Int) throws {
    var open: [SocketPeer] = []
    for _ in 0..<count {
      guard let peer = try? SocketPeer(kiosk.socket) else { continue }
      _ = peer.sendWithoutWaiting(hostileLine())
      if random(below: 3) > 0 { open.append(peer) }
      if open.count > 100 { open = [] }
    }
    open = []
    for _ in 0..<100 {
      let peer = try SocketPeer(kiosk.socket)
      peer.send(#"{"id":"alive","command":"state"}"#)
      if peer.next()?.hasPrefix(#"{"id":"alive","ok":true"#) == true { return }
    }
    throw BenchError("the kiosk answers nobody any more")
  }

  private mutating func random(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  /// A command with the number `id`. 'Quit?' is only ever answered with no.
  private mutating func next(_ id: Int) -> String {
    if asksToQuit {
      asksToQuit = false
      return #"{"id":\#(id),"command":"key","key":"Escape"}"#
    }
    let keys = [
      "Space", "Escape", "S", "Delete", "U", "R", "Left", "Shift+Right", ",", ".", "Home", "End", "Up",
      "Down", "M",
      "F", "F3", "Tab", "C", "P", "G", "Ctrl+Alt+O",
    ]
    let words = [
      #""record""#, #""stop""#, #""save""#, #""discard""#, #""undo""#, #""retake""#, #""play""#, #""pause""#,
      #""state""#, #""stats""#, #""devices""#, #""takes""#, #""mute""#, #""controls""#,
      #""step","frames":-1"#,
      #""seek","seconds":0.2"#, #""volume","value":0.3"#, #""rate","value":2"#,
      #""screenshot","path":"\#(picture)""#,
    ]
    let command: String
    switch random(below: 3) {
    case 0: command = words[random(below: words.count)]
    case 1:
      let key = keys[random(below: keys.count)]
      asksToQuit = key == "Ctrl+Alt+O"
      command = #""key","key":"\#(key)""#
    default:
      command = #""tap","x":\#(Double(random(below: 101)) / 100),"y":\#(Double(random(below: 101)) / 100)"#
    }
    return #"{"id":\#(id),"command":\#(command)}"#
  }

  private mutating func hostileLine() -> String {
    let deep = String(repeating: "[", count: 30_000)
    let lines = [
      "", "{", #"{"command":"#, deep, #"{"command":"seek","seconds":"soon"}"#, #"{"command":["record"]}"#,
      #"{"command":"volume","value":1e999}"#, #"{"command":"tap","x":null,"y":{}}"#, "\u{0}\u{1}\u{FFFD}",
      #"{"command":"screenshot","path":"/proc/self/mem"}"#, String(repeating: " ", count: 70_000),
      "GET / HTTP/1.1",
      #"{"id":\#(deep),"command":"state"}"#,
      #"{"command":"key","key":"\#(String(repeating: "A", count: 9000))"}"#,
    ]
    return lines[random(below: lines.count)]
  }
}
