// SDL_Event: a union in C, values from here on.
internal import CSDL2

/// SDL's queue of events.
enum EventQueue {
  /// An event as far as this program cares.
  enum Event {
    case finger(StageEvent.TouchPhase, id: Int64, x: Float, y: Float)
    case mouseButton(isDown: Bool, x: Int32, y: Int32)
    case mouseMotion(isDown: Bool, x: Int32, y: Int32)
    case key(name: String, KeyPress.Modifiers, isDown: Bool, isRepeat: Bool)
    case deviceAdded(index: Int32)
    case deviceRemoved(instance: Int32)
    case window(UInt8)
    case other(UInt32)
  }

  /// A kind of event of our own.
  static func registerKind() -> UInt32 { SDL_RegisterEvents(1) }

  /// Puts an event of our own into the queue; any thread. Harmless when SDL has ended.
  static func push(kind: UInt32) {
    var event = unsafe SDL_Event()
    unsafe event.type = kind
    unsafe SDL_PushEvent(&event)
  }

  /// Puts a finger's event into the queue, at shares of the window; false where SDL refused.
  static func push(finger phase: StageEvent.TouchPhase, x: Float, y: Float, window: UInt32) -> Bool {
    var event = unsafe SDL_Event()
    let kind: SDL_EventType =
      switch phase {
      case .began: SDL_FINGERDOWN
      case .moved: SDL_FINGERMOTION
      case .ended: SDL_FINGERUP
      }
    unsafe event.type = kind.rawValue
    unsafe event.tfinger.type = kind.rawValue
    unsafe event.tfinger.touchId = injectedTouch
    unsafe event.tfinger.fingerId = injectedTouch
    unsafe event.tfinger.x = x
    unsafe event.tfinger.y = y
    unsafe event.tfinger.pressure = phase == .ended ? 0 : 1
    unsafe event.tfinger.windowID = window
    return unsafe SDL_PushEvent(&event) == 1
  }

  /// The number of the finger that `tap` stands for.
  private static let injectedTouch: Int64 = 0x7265_7461

  /// Puts a key's event into the queue; false for a name that SDL does not know.
  static func push(key: KeyPress, isDown: Bool, window: UInt32) -> Bool {
    let code = unsafe SDL_GetKeyFromName(key.name)
    guard code != 0 else { return false }
    var flags = 0
    if key.modifiers.contains(.shift) { flags |= Int(KMOD_LSHIFT.rawValue) }
    if key.modifiers.contains(.control) { flags |= Int(KMOD_LCTRL.rawValue) }
    if key.modifiers.contains(.alt) { flags |= Int(KMOD_LALT.rawValue) }
    var event = unsafe SDL_Event()
    unsafe event.type = isDown ? SDL_KEYDOWN.rawValue : SDL_KEYUP.rawValue
    unsafe event.key.type = unsafe event.type
    unsafe event.key.windowID = window
    unsafe event.key.state = UInt8(isDown ? SDL_PRESSED : SDL_RELEASED)
    unsafe event.key.keysym.sym = code
    unsafe event.key.keysym.scancode = SDL_GetScancodeFromKey(code)
    unsafe event.key.keysym.mod = UInt16(flags)
    return unsafe SDL_PushEvent(&event) == 1
  }

  /// The next event, waiting for at most `milliseconds` (negative: for ever, 0: not at all).
  static func next(milliseconds: Int32) -> Event? {
    var event = unsafe SDL_Event()
    let answer =
      switch milliseconds {
      case 0: unsafe SDL_PollEvent(&event)
      case ..<0: unsafe SDL_WaitEvent(&event)
      default: unsafe SDL_WaitEventTimeout(&event, milliseconds)
      }
    return unsafe answer == 1 ? value(of: event) : nil
  }

  private static func value(of event: SDL_Event) -> Event? {
    switch unsafe SDL_EventType(rawValue: event.type) {
    case SDL_FINGERDOWN: unsafe finger(event.tfinger, .began)
    case SDL_FINGERMOTION: unsafe finger(event.tfinger, .moved)
    case SDL_FINGERUP: unsafe finger(event.tfinger, .ended)
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: unsafe mouse(event.button)
    case SDL_MOUSEMOTION: unsafe motion(event.motion)
    case SDL_KEYDOWN, SDL_KEYUP: unsafe key(event.key)
    case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP: unsafe controllerButton(event.cbutton)
    case SDL_JOYBUTTONDOWN, SDL_JOYBUTTONUP: unsafe stickButton(event.jbutton)
    case SDL_JOYDEVICEADDED: unsafe .deviceAdded(index: event.jdevice.which)
    case SDL_JOYDEVICEREMOVED: unsafe .deviceRemoved(instance: event.jdevice.which)
    case SDL_WINDOWEVENT: unsafe .window(event.window.event)
    default: unsafe .other(event.type)
    }
  }

  private static func finger(_ finger: SDL_TouchFingerEvent, _ phase: StageEvent.TouchPhase) -> Event? {
    // An echo of the mouse, should the hint not have been heard.
    if finger.touchId == retake_mouse_touch() { return nil }
    return .finger(phase, id: finger.touchId &* 31 &+ finger.fingerId, x: finger.x, y: finger.y)
  }

  private static func mouse(_ button: SDL_MouseButtonEvent) -> Event? {
    if button.which == retake_touch_mouse() || button.button != UInt8(SDL_BUTTON_LEFT) { return nil }
    return .mouseButton(isDown: Int32(button.state) == SDL_PRESSED, x: button.x, y: button.y)
  }

  private static func motion(_ motion: SDL_MouseMotionEvent) -> Event? {
    if motion.which == retake_touch_mouse() { return nil }
    return .mouseMotion(isDown: motion.state & 1 != 0, x: motion.x, y: motion.y)
  }

  private static func key(_ key: SDL_KeyboardEvent) -> Event {
    let name = unsafe String(cString: SDL_GetKeyName(key.keysym.sym))
    let held = Int(key.keysym.mod)
    var modifiers: KeyPress.Modifiers = []
    if held & Int(KMOD_SHIFT.rawValue) != 0 { modifiers.insert(.shift) }
    if held & Int(KMOD_CTRL.rawValue) != 0 { modifiers.insert(.control) }
    if held & Int(KMOD_ALT.rawValue) != 0 { modifiers.insert(.alt) }
    return .key(
      name: name, modifiers, isDown: Int32(key.state) == SDL_PRESSED, isRepeat: key.`repeat` != 0)
  }

  private static func controllerButton(_ button: SDL_ControllerButtonEvent) -> Event? {
    let code = SDL_GameControllerButton(rawValue: Int32(button.button))
    guard let name = unsafe SDL_GameControllerGetStringForButton(code) else { return nil }
    return unsafe .key(
      name: "Pad " + String(cString: name), [], isDown: Int32(button.state) == SDL_PRESSED, isRepeat: false)
  }

  private static func stickButton(_ button: SDL_JoyButtonEvent) -> Event? {
    // A controller's buttons come under their names as well.
    if unsafe SDL_GameControllerFromInstanceID(button.which) != nil { return nil }
    let isDown = Int32(button.state) == SDL_PRESSED
    return .key(name: "Button \(button.button)", [], isDown: isDown, isRepeat: false)
  }
}

/// The game controllers and arcade encoders that are plugged in. First thread only.
@safe final class ControllerBank {
  @unsafe private enum Device {
    case controller(OpaquePointer)
    case stick(OpaquePointer)
  }
  private var devices: [Int32: Device] = unsafe [:]

  deinit {
    for instance in unsafe Array(devices.keys) { close(instance: instance) }
  }

  /// Opens what was plugged in; SDL's index of it.
  func open(index: Int32) {
    let instance = SDL_JoystickGetDeviceInstanceID(index)
    guard unsafe devices[instance] == nil else { return }
    if SDL_IsGameController(index) == SDL_TRUE {
      if let controller = unsafe SDL_GameControllerOpen(index) {
        unsafe devices[instance] = .controller(controller)
      }
    } else if let stick = unsafe SDL_JoystickOpen(index) {
      unsafe devices[instance] = .stick(stick)
    }
  }

  /// Closes what was pulled out.
  func close(instance: Int32) {
    if let device = unsafe devices.removeValue(forKey: instance) { unsafe close(device) }
  }

  private func close(_ device: Device) {
    switch unsafe device {
    case .controller(let controller): unsafe SDL_GameControllerClose(controller)
    case .stick(let stick): unsafe SDL_JoystickClose(stick)
    }
  }
}
