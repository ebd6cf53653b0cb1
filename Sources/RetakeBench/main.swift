// retake-bench: the checks that take longer than a test may, beside peers on the same machine.
internal import Foundation

let commands: [String: ([String]) throws -> Bool] = [
  "countdown": CountdownBench.run, "drift": DriftBench.run, "kill": KillBench.run,
  "preview": PreviewBench.run,
  "record": RecordBench.run, "soak": SoakBench.run, "stop": StopBench.run, "storm": StormBench.run,
]
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let command = commands[name] else {
  print("usage: retake-bench \(commands.keys.sorted().joined(separator: "|")) [--name value ...]")
  exit(2)
}
do {
  exit(try command(Array(arguments.dropFirst())) ? 0 : 1)
} catch {
  print("retake-bench: \(error)")
  exit(1)
}
