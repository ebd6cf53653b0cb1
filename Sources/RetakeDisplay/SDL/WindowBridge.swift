// SDL_Window and what asks about the display it stands on.
internal import CSDL2

/// The window. First thread only.
@safe final class WindowHandle {
  let pointer: OpaquePointer
  // SDL must end after its windows.
  private let session: SDLSession

  /// Opens a window of this size in the middle of the screen, or one that covers the screen.
  init(
    title: String, width: Int, height: Int, isFullScreen: Bool, session: SDLSession
  ) throws(DisplayError) {
    var flags = SDL_WINDOW_ALLOW_HIGHDPI.rawValue | SDL_WINDOW_SHOWN.rawValue
    flags |= isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : SDL_WINDOW_RESIZABLE.rawValue
    let place = Int32(retake_window_centered())
    // Without a window manager nobody makes the window as large as the screen later.
    var mode = unsafe SDL_DisplayMode()
    let isKnown = unsafe isFullScreen && SDL_GetDesktopDisplayMode(0, &mode) == 0 && mode.w > 0
    let (across, down) = unsafe isKnown ? (mode.w, mode.h) : (Int32(width), Int32(height))
    guard let pointer = unsafe SDL_CreateWindow(title, place, place, across, down, flags)
    else { throw .last("open a window") }
    unsafe self.pointer = pointer
    self.session = session
  }

  deinit { unsafe SDL_DestroyWindow(pointer) }

  /// The number that events carry.
  var identity: UInt32 { unsafe SDL_GetWindowID(pointer) }

  /// Width and height in the units of mouse events.
  var size: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    unsafe SDL_GetWindowSize(pointer, &width, &height)
    return (Int(width), Int(height))
  }

  /// Whether it covers the screen.
  var isFullScreen: Bool {
    unsafe SDL_GetWindowFlags(pointer) & SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue != 0
  }

  /// Covers the screen, or goes back to being a window.
  func setFullScreen(_ isFullScreen: Bool) {
    _ = unsafe SDL_SetWindowFullscreen(pointer, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
  }

  /// Pictures a second that the display shows; nil where it does not say.
  var refreshRate: Int? {
    var mode = unsafe SDL_DisplayMode()
    let display = unsafe SDL_GetWindowDisplayIndex(pointer)
    guard display >= 0, unsafe SDL_GetCurrentDisplayMode(display, &mode) == 0, unsafe mode.refresh_rate > 0
    else { return nil }
    return unsafe Int(mode.refresh_rate)
  }

  /// Shows or hides the pointer of the mouse.
  func showCursor(_ isShown: Bool) {
    _ = SDL_ShowCursor(isShown ? SDL_ENABLE : SDL_DISABLE)
  }
}
