// SDL_ttf: fonts, measuring and glyph pictures.
internal import CSDL2

/// A font file opened at one size. First thread only.
@safe final class FontHandle {
  private let pointer: OpaquePointer
  // SDL_ttf must end after its fonts.
  private let session: SDLSession

  /// Switches SDL_ttf on; false where that fails. `stop` as often as it succeeded.
  static func start() -> Bool { TTF_Init() == 0 }

  /// Switches SDL_ttf off; every font must be gone.
  static func stop() { TTF_Quit() }

  /// Opens a face of a font file with an em of `eighths` of a px; nil where the file is not there or no font.
  init?(path: String, face: Int, eighths: Int, session: SDLSession) {
    // SDL_ttf takes whole points of 1/72 inch: 9 of them are an eighth of the resolution.
    let resolution = UInt32(max(eighths, 8))
    guard let pointer = unsafe TTF_OpenFontIndexDPI(path, 9, face, resolution, resolution) else { return nil }
    unsafe self.pointer = pointer
    self.session = session
    // Hinting that only moves glyphs up and down keeps the shapes and the advances of large sizes.
    unsafe TTF_SetFontHinting(pointer, TTF_HINTING_LIGHT_SUBPIXEL)
  }

  deinit { unsafe TTF_CloseFont(pointer) }

  /// Pixels from the top of a glyph picture to the baseline.
  var ascent: Int { Int(unsafe TTF_FontAscent(pointer)) }

  /// Pixels of a glyph picture, top to bottom.
  var height: Int { Int(unsafe TTF_FontHeight(pointer)) }

  /// Whether it has a glyph for this scalar.
  func provides(_ scalar: Unicode.Scalar) -> Bool {
    unsafe TTF_GlyphIsProvided32(pointer, scalar.value) != 0
  }

  /// How the next texts are shaped: ISO 15924 script and direction.
  func shape(script: String, isRightToLeft: Bool) {
    unsafe TTF_SetFontScriptName(pointer, script)
    unsafe TTF_SetFontDirection(pointer, isRightToLeft ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR)
  }

  /// The advance of a text in px.
  func width(of text: String) -> Int {
    var width: Int32 = 0
    unsafe TTF_SizeUTF8(pointer, text, &width, nil)
    return Int(width)
  }

  /// The text in white with soft edges, the baseline `ascent` px from its top; nil where nothing is to be seen.
  func picture(of text: String) -> Bitmap? {
    let white = SDL_Color(r: 255, g: 255, b: 255, a: 255)
    guard let surface = unsafe TTF_RenderUTF8_Blended(pointer, text, white) else { return nil }
    defer { unsafe SDL_FreeSurface(surface) }
    let (width, height) = unsafe (Int(surface.pointee.w), Int(surface.pointee.h))
    guard width > 0, height > 0, let rows = unsafe surface.pointee.pixels else { return nil }
    // SDL_ttf makes ARGB8888 here; rows may be longer than the picture.
    var bitmap = Bitmap(width: width, height: height)
    let pitch = unsafe Int(surface.pointee.pitch)
    unsafe bitmap.withPixels { pixels in
      for y in 0..<height {
        unsafe (UnsafeMutableRawPointer(pixels) + y * width * 4)
          .copyMemory(from: rows + y * pitch, byteCount: width * 4)
      }
    }
    return bitmap
  }
}

extension Bitmap {
  /// Writes the pixels, row after row.
  mutating func withPixels<Result>(_ body: (UnsafeMutablePointer<UInt32>) -> Result) -> Result {
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      // A bitmap is never empty.
      guard let base = buffer.baseAddress else { preconditionFailure("a picture has a size") }
      return unsafe body(base)
    }
  }
}
