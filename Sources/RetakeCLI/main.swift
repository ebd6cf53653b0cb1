internal import Foundation

// Synchronous on purpose: SDL and the kiosk's loop need the first thread for themselves.
exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
