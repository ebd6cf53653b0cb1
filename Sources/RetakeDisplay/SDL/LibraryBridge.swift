// SDL as a whole: hints, subsystems, drivers, messages.
internal import CSDL2

/// A call of SDL that failed.
package struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried: `open the window`.
  package let operation: String
  /// SDL's words.
  package let reason: String

  /// The failure of `operation` with the message that SDL left on this thread.
  static func last(_ operation: String) -> DisplayError {
    DisplayError(operation: operation, reason: SDLLibrary.message)
  }

  package var description: String { "cannot \(operation): \(reason)" }
}

/// The library as a whole. First thread only, but for `message`.
enum SDLLibrary {
  /// What is switched on; each is counted by SDL.
  enum Subsystem {
    case video, audio, controllers

    var flag: UInt32 {
      switch self {
      case .video: SDL_INIT_VIDEO
      case .audio: SDL_INIT_AUDIO
      case .controllers: SDL_INIT_GAMECONTROLLER
      }
    }
  }

  /// The message of the last call of this thread that failed.
  static var message: String {
    unsafe String(cString: SDL_GetError())
  }

  /// Sets a hint, unless the environment has set it already.
  static func hint(_ name: String, _ value: String) {
    _ = unsafe SDL_SetHint(name, value)
  }

  /// Switches a subsystem on; false where the machine does not have it.
  static func start(_ subsystem: Subsystem) -> Bool {
    SDL_InitSubSystem(subsystem.flag) == 0
  }

  /// Switches subsystems off, and SDL with the last of them.
  static func stop(_ subsystems: [Subsystem]) {
    for subsystem in subsystems.reversed() { SDL_QuitSubSystem(subsystem.flag) }
    if SDL_WasInit(0) == 0 { SDL_Quit() }
  }

  /// The name of the video driver in use.
  static var videoDriver: String {
    unsafe SDL_GetCurrentVideoDriver().map { unsafe String(cString: $0) } ?? ""
  }

  /// A variable of the environment; nil where it is not set or empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe SDL_getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The folder of the running program, with a slash at its end.
  static var programFolder: String? {
    guard let path = unsafe SDL_GetBasePath() else { return nil }
    defer { unsafe SDL_free(path) }
    return unsafe String(cString: path)
  }

  /// The bytes of a file; nil where it cannot be read.
  static func contents(ofFile path: String) -> [UInt8]? {
    var count = 0
    guard let bytes = unsafe SDL_LoadFile(path, &count) else { return nil }
    defer { unsafe SDL_free(bytes) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Whether this user may read a file.
  static func canRead(file path: String) -> Bool {
    guard let file = unsafe SDL_RWFromFile(path, "rb") else { return false }
    unsafe SDL_RWclose(file)
    return true
  }
}
