internal import RetakeKiosk
internal import RetakeMedia

/// A line of the socket: the command it asks for, or why that cannot be.
package struct RemoteCommand {
  /// What the answer repeats; nil where the line has none.
  let id: RemoteValue?
  let command: Result<KioskCommand, RemoteRefusal>

  /// Reads a line without its newline.
  init(line: [UInt8]) {
    do throws(RemoteRefusal) {
      guard case .object(var members) = try JSONReader.read(line) else {
        throw RemoteRefusal(.badJSON, "not an object")
      }
      id = members.remove("id")
      command = Self.read(members, id)
    } catch {
      id = nil
      command = .failure(error)
    }
  }

  private static func read(_ members: RemoteObject, _ id: RemoteValue?) -> Result<KioskCommand, RemoteRefusal>
  {
    var members = members
    guard case .text(let name)? = members.remove("command") else {
      return .failure(RemoteRefusal(.badArgument, "command must be the name of a command"))
    }
    // These have an `id` of their own, which is a text; a number is what the answer repeats, as everywhere.
    if named.contains(name), let id {
      switch id {
      case .integer, .number, .digits, .null: break
      case .text, .bool, .list, .object: members.fields.append(.init("id", id))
      }
    }
    return Result { () throws(RemoteRefusal) in
      var arguments = RemoteArguments(members)
      let command = try command(name, &arguments)
      try arguments.finish(name)
      return command
    }
  }

  private static func command(
    _ name: String, _ arguments: inout RemoteArguments
  ) throws(RemoteRefusal) -> KioskCommand {
    switch name {
    case "state": return .state
    case "stats": return .stats
    case "subscribe": return .subscribe
    case "devices": return .devices
    case "quit": return .quit
    case "record": return .record
    case "stop": return .stop
    case "save": return .save
    case "discard": return .discard
    case "undo": return .undo
    case "retake": return .retake
    case "play": return .play
    case "pause": return .pause
    case "seek": return .seek(try arguments.number("seconds", -1e9...1e9))
    case "step": return .step(try arguments.whole("frames", -1_000_000...1_000_000, default: 1))
    case "volume": return .volume(try arguments.number("value", 0...1))
    case "rate": return .rate(try arguments.number("value", 0.25...2))
    case "mute": return .mute(try arguments.flag("on"))
    case "controls": return .controls(try arguments.flag("on"))
    case "camera": return .camera(try arguments.device())
    case "microphone": return .microphone(try arguments.device())
    case "preset": return .preset(try arguments.word("name"))
    case "control": return .control(name: try arguments.text("name"), value: try arguments.setting("value"))
    case "tap": return .tap(x: try arguments.number("x", 0...1), y: try arguments.number("y", 0...1))
    case "key": return .key(try arguments.key("key"))
    case "screenshot": return .screenshot(try arguments.path("path"))
    case _ where later.contains(name):
      throw RemoteRefusal(.notSupported, "\(name) is not in this version yet")
    default:
      throw RemoteRefusal(.unknownCommand, "'\(name.inOneLine(limit: 60))' is not a command")
    }
  }

  /// Commands whose `id` names what they are about.
  private static let named: Set<String> = ["camera", "microphone"]

  /// Why a command that a person typed makes no sense. What is typed is an argument always: nobody types a number for
  /// the answer to repeat, where an `id` names a device.
  package static func refusal(ofTyped command: RemoteObject) -> RemoteRefusal? {
    guard case .text(let name)? = command["command"], named.contains(name), let id = command["id"] else {
      return nil
    }
    if case .text(let text) = id, !text.isEmpty { return nil }
    return RemoteArguments.badDevice
  }

  /// Commands of the table that this version does not carry out.
  private static let later: Set<String> = [
    "takes", "pip", "photo", "live", "burst", "bracket", "open", "gallery", "export",
  ]
}
