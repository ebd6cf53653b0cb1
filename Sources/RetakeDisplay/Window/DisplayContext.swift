package import RetakeKiosk
package import RetakeMedia
internal import RetakeRuntime

/// SDL, the window, its renderer and its events: made and used by the process's first thread only, which the
/// missing `Sendable` keeps it to.
package final class DisplayContext {
  /// How the window shall be.
  package enum Mode: Hashable, Sendable {
    /// Covers the screen; without a mouse pointer.
    case fullScreen
    /// A window with this inside, in px.
    case window(width: Int, height: Int)
  }

  let renderer: RendererHandle
  let session: SDLSession
  private let window: WindowHandle
  private let input: Input
  /// How far the scene is turned on the screen.
  package let turn: Turn

  /// Opens the window. Traps outside of the first thread, unless the driver draws into memory, as in tests.
  package init(title: String = "Retake", mode: Mode, turn: Turn = .none) throws(DisplayError) {
    let session = try SDLSession()
    precondition(
      SDLSession.isOnFirstThread || Self.memoryDrivers.contains(SDLLibrary.videoDriver),
      "the window belongs to the first thread")
    if SDLLibrary.videoDriver == "KMSDRM", !Self.mayReadInput {
      throw DisplayError(
        operation: "read keyboard and touch",
        reason: "no right to /dev/input; add the user to the group input, or log in on this screen")
    }
    let (width, height, isFullScreen) =
      switch mode {
      case .fullScreen: (1280, 720, true)
      case .window(let width, let height): (max(width, 1), max(height, 1), false)
      }
    window = try WindowHandle(
      title: title, width: width, height: height, isFullScreen: isFullScreen, session: session)
    window.showCursor(!isFullScreen)
    renderer = try RendererHandle(window: window)
    input = Input(window: window, turn: turn)
    self.session = session
    self.turn = turn
    Log.info("display: \(SDLLibrary.videoDriver), drawn by \(renderer.name)")
  }

  /// On a bare console SDL reads the input nodes itself, and says nothing where it may not: the kiosk would
  /// draw and take no touch.
  private static var mayReadInput: Bool {
    let nodes = (0..<64).map { "/dev/input/event\($0)" }.filter { (try? SystemCalls.status(of: $0)) != nil }
    return nodes.isEmpty || nodes.contains { SDLLibrary.canRead(file: $0) }
  }

  private static let memoryDrivers = ["dummy", "offscreen"]

  /// SDL's name of the video driver in use: `wayland`, `x11`, `KMSDRM`, `offscreen`.
  package var videoDriver: String { SDLLibrary.videoDriver }

  /// Whether SDL found no display and nobody asked for drawing into memory.
  package var isWithoutDisplay: Bool {
    Self.memoryDrivers.contains(videoDriver) && SDLLibrary.environment("SDL_VIDEODRIVER") == nil
  }

  /// SDL's name of the renderer in use: `opengl`, `opengles2`, `software`.
  package var rendererName: String { renderer.name }

  /// Whether `present` waits for the display, so that nothing else need slow an animation down.
  package var waitsForDisplay: Bool { renderer.waitsForDisplay }

  /// Pictures a second that the display shows; 60 where it does not say.
  package var refreshRate: Int { window.refreshRate ?? 60 }

  /// The size of the scene in px: the window's, with sides swapped where it is turned by a quarter.
  package var size: ScreenSize {
    let output = renderer.outputSize
    let scene = turn.placed(width: output.width, height: output.height)
    return ScreenSize(width: Float(max(scene.width, 1)), height: Float(max(scene.height, 1)))
  }

  /// Whether the window covers the screen.
  package var isFullScreen: Bool { window.isFullScreen }

  /// Covers the screen, or goes back to being a window.
  package func setFullScreen(_ isFullScreen: Bool) {
    window.setFullScreen(isFullScreen)
    window.showCursor(!isFullScreen)
  }

  /// Lets other threads end a wait for events.
  package var waker: StageWaker { input.waker }

  /// The next event, waiting until `deadline` on CLOCK_MONOTONIC (nil: for ever); nil when that comes first. A
  /// time in the past looks and does not wait.
  package func nextEvent(until deadline: MediaTime?) -> StageEvent? {
    input.next(until: deadline)
  }

  /// Presses and releases a finger at shares of the window, through SDL's queue; false where that is full.
  package func tap(x: Double, y: Double) -> Bool {
    input.tap(x: x, y: y)
  }

  /// Moves a finger at shares of the window, through SDL's queue; false where that is full.
  package func touch(_ phase: StageEvent.TouchPhase, x: Double, y: Double) -> Bool {
    input.touch(phase, x: x, y: y)
  }

  /// Presses and releases a key, through SDL's queue; false for a name that SDL does not know.
  package func press(_ key: KeyPress) -> Bool {
    input.press(key)
  }

  /// Shows what was drawn; may wait for the display.
  package func present() {
    renderer.present()
  }

  /// What was drawn, as the window shows it; before `present`.
  package func pixels() throws(DisplayError) -> Bitmap {
    try renderer.pixels()
  }
}
