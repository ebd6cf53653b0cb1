// SDL_Texture: pictures that the renderer holds.
internal import CSDL2
internal import RetakeKiosk

/// A picture that the renderer holds. First thread only.
@safe final class Texture {
  /// Kinds of texture.
  enum Kind {
    /// Straight alpha over what is below.
    case blended
    /// Planes Y, U, V at 4:2:0, opaque, written anew for each frame.
    case planar
    /// A plane Y and one of U and V in turn at 4:2:0, opaque, written anew for each frame.
    case biplanar
    /// Opaque, drawn into by the renderer itself.
    case target
  }

  let pointer: OpaquePointer
  let width: Int
  let height: Int
  // A renderer frees its textures when it goes, so it must go last.
  private let renderer: RendererHandle
  private let kind: Kind
  private var currentTint = Color.white

  /// An empty texture, smoothed when it is drawn at another size. Frame textures need even sizes.
  init(_ kind: Kind, width: Int, height: Int, renderer: RendererHandle) throws(DisplayError) {
    let format: SDL_PixelFormatEnum
    let access: SDL_TextureAccess
    switch kind {
    case .blended: (format, access) = (SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC)
    case .planar: (format, access) = (SDL_PIXELFORMAT_IYUV, SDL_TEXTUREACCESS_STREAMING)
    case .biplanar: (format, access) = (SDL_PIXELFORMAT_NV12, SDL_TEXTUREACCESS_STREAMING)
    case .target: (format, access) = (SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET)
    }
    guard
      let pointer = unsafe SDL_CreateTexture(
        renderer.pointer, format.rawValue, Int32(access.rawValue), Int32(width), Int32(height))
    else { throw .last("make a texture of \(width)x\(height)") }
    unsafe self.pointer = pointer
    self.width = width
    self.height = height
    self.renderer = renderer
    self.kind = kind
    unsafe SDL_SetTextureScaleMode(pointer, SDL_ScaleModeLinear)
    unsafe SDL_SetTextureBlendMode(pointer, kind == .blended ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE)
  }

  /// A texture with the pixels of `bitmap`.
  convenience init(_ bitmap: Bitmap, renderer: RendererHandle) throws(DisplayError) {
    try self.init(.blended, width: bitmap.width, height: bitmap.height, renderer: renderer)
    try fill(bitmap)
  }

  deinit { unsafe SDL_DestroyTexture(pointer) }

  /// Gives it the pixels of a bitmap of its size.
  func fill(_ bitmap: Bitmap) throws(DisplayError) {
    precondition(bitmap.width == width && bitmap.height == height, "another size")
    let answer = unsafe SDL_UpdateTexture(pointer, nil, bitmap.pixels, Int32(width * 4))
    if answer != 0 { throw .last("fill a texture") }
  }

  /// Bytes that it takes, roughly.
  var byteCount: Int { width * height * 4 }

  /// Multiplies what is drawn by a colour and its alpha.
  func tint(_ color: Color) {
    if color == currentTint { return }
    unsafe SDL_SetTextureColorMod(pointer, color.red, color.green, color.blue)
    unsafe SDL_SetTextureAlphaMod(pointer, color.alphaByte)
    if kind != .blended {
      // Pictures are opaque; blending them is dear and only for what fades.
      unsafe SDL_SetTextureBlendMode(pointer, color.alpha < 1 ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE)
    }
    currentTint = color
  }

  /// Writes all planes anew: `body` gets the first plane and its row length; the chroma planes follow it.
  func write(_ body: (UnsafeMutableRawPointer, _ pitch: Int) -> Void) -> Bool {
    var pixels: UnsafeMutableRawPointer?
    var pitch: Int32 = 0
    guard unsafe SDL_LockTexture(pointer, nil, &pixels, &pitch) == 0, let pixels = unsafe pixels
    else { return false }
    unsafe body(pixels, Int(pitch))
    unsafe SDL_UnlockTexture(pointer)
    return true
  }
}
