internal import RetakeCodec
internal import RetakeKiosk
internal import RetakeRuntime

/// Icons as white pictures.
enum IconPicture {
  /// An icon at its exact size in px; nil (said in the log) where its file is missing or broken.
  static func bitmap(_ icon: Icon, side: Int, _ assets: AssetLocator?) -> Bitmap? {
    let name = "icons/\(icon.rawValue).svg"
    guard let svg = assets?.contents(name) else {
      Log.error("the icon \(name) is missing")
      return nil
    }
    do {
      let alpha = try SVGPicture.alpha(of: svg, width: side, height: side)
      return Bitmap(width: side, height: side, alpha: alpha)
    } catch {
      Log.error("the icon \(name) cannot be drawn: \(error)")
      return nil
    }
  }
}
