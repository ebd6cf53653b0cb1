internal import Foundation
internal import RetakeBooth
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

/// `retake ctl`: a command for a running kiosk.
enum CtlCommand {
  /// Seconds that an answer may take: more than the kiosk gives itself for the slowest one, a save.
  private static let patience = 40

  /// Sends `command`, and prints the reply and, after `subscribe`, what follows it.
  static func run(_ config: Config, _ command: RemoteObject, json: Bool) throws(RetakeError) -> ExitCode {
    func nobody(
      _ message: String, _ advice: String = "Start the kiosk, or name its socket with --remote SOCKET."
    ) -> ExitCode {
      let error = RetakeError(.failed, message, advice: advice)
      Console.report(error)
      if json { JSONLine.report(error) }
      return .nobodyAnswers
    }
    if let refusal = RemoteCommand.refusal(ofTyped: command) {
      try Console.print(refusal.reply.line)
      return .failed
    }
    let subscribes = command["command"] == "subscribe"
    guard let path = Places().remote(config) else {
      return nobody("there is no socket to look for a kiosk at", "Name its socket with --remote SOCKET.")
    }
    let stop = try interruption()
    // Only where being interrupted is how it ends; else the signals do what they always do.
    let signals = subscribes ? SignalWatch { stop.signal() } : nil
    defer { signals?.stop() }
    var client: RemoteClient
    do throws(SystemError) {
      client = try RemoteClient(to: path)
    } catch {
      return nobody("nobody answers at \(path): \(error.reason)")
    }
    client.send(located(command).line)
    switch client.next(until: MonotonicClock.now + MediaTime(seconds: Double(patience)), stop: stop) {
    case .line(let reply):
      try Console.print(reply)
      guard RemoteObject(line: reply)?["ok"] == true else {
        return .failed
      }
      guard subscribes else { return .done }
      while case .line(let event) = client.next(stop: stop, output: STDOUT_FILENO) {
        try Console.print(event)
      }
      return .done
    case .stopped: return .done
    case .timedOut: return nobody("the kiosk at \(path) did not answer in \(patience) s")
    case .ended: return nobody("the kiosk at \(path) ended before it answered")
    }
  }

  private static func interruption() throws(RetakeError) -> WakeUp {
    do throws(SystemError) {
      return try WakeUp()
    } catch {
      throw RetakeError(.failed, "\(error)")
    }
  }

  /// The command with the path of its file as the kiosk finds it, whatever folder that runs in.
  private static func located(_ command: RemoteObject) -> RemoteObject {
    RemoteObject(
      command.fields.map { field in
        guard field.name == "path", case .text(let path) = field.value, !path.isEmpty, !path.hasPrefix("/")
        else {
          return field
        }
        return .init(field.name, .text(FileManager.default.currentDirectoryPath + "/" + path))
      })
  }
}
