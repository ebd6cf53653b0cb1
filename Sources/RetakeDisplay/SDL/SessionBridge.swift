// The life of SDL: started once, ended when the last thing that stands on it is gone.
internal import CSDL2

/// SDL and SDL_ttf, switched on. Windows, fonts and sounds hold it, so that it ends after them. First thread
/// only.
final class SDLSession {
  private let started: [SDLLibrary.Subsystem]

  /// Starts what there is. Only the picture is needed: a machine without sound or controllers is fine.
  init() throws(DisplayError) {
    // Fingers and the mouse are told apart here, so SDL must not make one into the other.
    SDLLibrary.hint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
    SDLLibrary.hint(SDL_HINT_MOUSE_TOUCH_EVENTS, "0")
    // Signals are the program's: a SIGTERM ends a take, not SDL's queue.
    SDLLibrary.hint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
    SDLLibrary.hint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "0")
    SDLLibrary.hint(SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, "0")
    SDLLibrary.hint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "0")
    SDLLibrary.hint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
    SDLLibrary.hint(SDL_HINT_APP_NAME, "Retake")
    // SDL's own renderer must not go through OpenGL to reach the window where there is no GPU.
    SDLLibrary.hint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0")
    // Batching is SDL's default only where no renderer is named.
    SDLLibrary.hint(SDL_HINT_RENDER_BATCHING, "1")
    if SDLLibrary.environment("WAYLAND_DISPLAY") != nil {
      // SDL would go through Xwayland where there is one, and lose touch's precision and the display's clock.
      SDLLibrary.hint(SDL_HINT_VIDEODRIVER, "wayland,x11,KMSDRM,offscreen")
    }
    guard SDLLibrary.start(.video) else { throw .last("start the display") }
    guard FontHandle.start() else {
      let error = DisplayError.last("start the fonts")
      SDLLibrary.stop([.video])
      throw error
    }
    started = [.video] + [.audio, .controllers].filter { SDLLibrary.start($0) }
  }

  deinit {
    FontHandle.stop()
    SDLLibrary.stop(started)
  }

  /// Whether the caller runs on the process's first thread, which window systems and OpenGL need.
  static var isOnFirstThread: Bool { retake_is_first_thread() != 0 }
}
