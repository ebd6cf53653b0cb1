// SDL_Renderer: everything that reaches the window's pixels.
internal import CSDL2
internal import RetakeKiosk

/// What draws into the window. First thread only; textures keep it alive.
@safe final class RendererHandle {
  let pointer: OpaquePointer
  let window: WindowHandle
  /// Its name in SDL: `opengl`, `opengles2`, `software`.
  let name: String
  /// Whether it can draw at fractions of a pixel, and smooths textures on triangles: SDL's own does neither.
  let isExact: Bool
  /// Whether presenting waits for the display.
  let waitsForDisplay: Bool

  /// The renderer that the environment asks for, else one on a GPU, else SDL's own.
  init(window: WindowHandle) throws(DisplayError) {
    // SDL itself reads SDL_RENDER_DRIVER where the index is -1.
    let isChosen = SDLLibrary.environment("SDL_RENDER_DRIVER") != nil
    let flags = SDL_RENDERER_ACCELERATED.rawValue | SDL_RENDERER_PRESENTVSYNC.rawValue
    var made = unsafe SDL_CreateRenderer(window.pointer, -1, isChosen ? 0 : flags)
    // Mesa's llvmpipe costs more than SDL's own renderer where that one can reach the window directly.
    let reachesWindow = ["x11", "offscreen"].contains(SDLLibrary.videoDriver)
    if let found = unsafe made, !isChosen, reachesWindow, Self.isOpenGLWithoutGPU {
      unsafe SDL_DestroyRenderer(found)
      unsafe made = nil
    }
    if unsafe made == nil {
      unsafe made = SDL_CreateRenderer(window.pointer, -1, SDL_RENDERER_SOFTWARE.rawValue)
    }
    guard let pointer = unsafe made else { throw .last("draw into the window") }
    var info = unsafe SDL_RendererInfo()
    unsafe SDL_GetRendererInfo(pointer, &info)
    unsafe self.pointer = pointer
    self.window = window
    unsafe name = info.name.map { unsafe String(cString: $0) } ?? ""
    isExact = name != "software"
    waitsForDisplay = unsafe info.flags & SDL_RENDERER_PRESENTVSYNC.rawValue != 0 && name != "software"
    unsafe SDL_SetRenderDrawBlendMode(pointer, SDL_BLENDMODE_BLEND)
  }

  deinit { unsafe SDL_DestroyRenderer(pointer) }

  /// Whether the current OpenGL context is computed by the processor.
  private static var isOpenGLWithoutGPU: Bool {
    typealias GetString = @convention(c) (UInt32) -> UnsafePointer<UInt8>?
    let rendererName: UInt32 = 0x1F01  // GL_RENDERER
    guard let address = unsafe SDL_GL_GetProcAddress("glGetString") else { return false }
    let getString = unsafe unsafeBitCast(address, to: GetString.self)
    guard let text = unsafe getString(rendererName) else { return false }
    let name = unsafe String(cString: text)
    return name.hasPrefix("llvmpipe") || name.hasPrefix("softpipe") || name.hasPrefix("swrast")
  }

  /// Pixels of the window.
  var outputSize: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    unsafe SDL_GetRendererOutputSize(pointer, &width, &height)
    return (Int(width), Int(height))
  }

  /// Makes everything one colour, opaque.
  func clear(_ color: Color) {
    unsafe SDL_SetRenderDrawColor(pointer, color.red, color.green, color.blue, 255)
    unsafe SDL_RenderClear(pointer)
  }

  /// Lays a colour over a rectangle.
  func fill(_ rect: ScreenRect, _ color: Color) {
    var rect = whole(rect)
    unsafe SDL_SetRenderDrawColor(pointer, color.red, color.green, color.blue, color.alphaByte)
    unsafe SDL_RenderFillRectF(pointer, &rect)
  }

  /// Draws a part of a texture (whole pixels of it) into a rectangle, multiplied by a colour.
  func copy(_ texture: Texture, from source: ScreenRect? = nil, to target: ScreenRect, tint: Color) {
    texture.tint(tint)
    var target = whole(target)
    guard let source else {
      unsafe SDL_RenderCopyF(pointer, texture.pointer, nil, &target)
      return
    }
    var part = SDL_Rect(
      x: Int32(source.x), y: Int32(source.y), w: Int32(source.width), h: Int32(source.height))
    unsafe SDL_RenderCopyF(pointer, texture.pointer, &part, &target)
  }

  /// Draws a part of a texture into the whole of another, made as a target, at its size.
  func scale(_ texture: Texture, from source: ScreenRect, into target: Texture) throws(DisplayError) {
    if unsafe SDL_SetRenderTarget(pointer, target.pointer) != 0 { throw .last("draw into a texture") }
    let whole = ScreenRect(x: 0, y: 0, width: Float(target.width), height: Float(target.height))
    copy(texture, from: source, to: whole, tint: .white)
    unsafe SDL_SetRenderTarget(pointer, nil)
  }

  /// Draws triangles: every three indices are one.
  func draw(_ mesh: Mesh, texture: Texture? = nil, tint: Color = .white) {
    texture?.tint(tint)
    let alpha = texture == nil ? 1 : tint.alpha
    let vertices = mesh.vertices.map { vertex in
      SDL_Vertex(
        position: SDL_FPoint(x: vertex.point.x, y: vertex.point.y),
        color: vertex.color.faded(alpha).sdl,
        tex_coord: SDL_FPoint(x: vertex.texture.x, y: vertex.texture.y))
    }
    unsafe SDL_RenderGeometry(
      pointer, texture?.pointer, vertices, Int32(vertices.count), mesh.indices, Int32(mesh.indices.count))
  }

  /// SDL's own renderer cuts fractions off; rounding each edge keeps what moves from trembling.
  private func whole(_ rect: ScreenRect) -> SDL_FRect {
    guard !isExact else { return SDL_FRect(x: rect.x, y: rect.y, w: rect.width, h: rect.height) }
    let (left, top) = (rect.x.rounded(), rect.y.rounded())
    return SDL_FRect(x: left, y: top, w: rect.maxX.rounded() - left, h: rect.maxY.rounded() - top)
  }

  /// Shows what was drawn; may wait for the display.
  func present() {
    unsafe SDL_RenderPresent(pointer)
  }

  /// What was drawn since the last `clear`; call before `present`.
  func pixels() throws(DisplayError) -> Bitmap {
    let size = outputSize
    var bitmap = Bitmap(width: size.width, height: size.height)
    let answer = unsafe bitmap.withPixels { pixels in
      unsafe SDL_RenderReadPixels(
        pointer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, pixels, Int32(size.width * 4))
    }
    if answer != 0 { throw .last("read the window's pixels") }
    return bitmap
  }
}

extension Color {
  /// The opacity as SDL takes it.
  var alphaByte: UInt8 { UInt8((min(max(alpha, 0), 1) * 255).rounded()) }
  fileprivate var sdl: SDL_Color { SDL_Color(r: red, g: green, b: blue, a: alphaByte) }
}
