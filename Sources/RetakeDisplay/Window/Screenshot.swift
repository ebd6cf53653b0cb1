internal import RetakeCodec
package import RetakeMedia
internal import RetakeRuntime

/// Pictures of the window as files. Any thread may call.
package enum Screenshot {
  /// Writes `bitmap` as a PNG file; it has all its bytes when this returns. Its transparency is left out.
  package static func write(_ bitmap: Bitmap, to path: String) throws(RetakeError) {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(bitmap.pixels.count * 3)
    for pixel in bitmap.pixels {
      rgb.append(UInt8(truncatingIfNeeded: pixel >> 16))
      rgb.append(UInt8(truncatingIfNeeded: pixel >> 8))
      rgb.append(UInt8(truncatingIfNeeded: pixel))
    }
    let png = try PNGPicture.encode(rgb: rgb, width: bitmap.width, height: bitmap.height)
    do {
      var file = try OutputFile(path: path)
      try file.write(png)
    } catch {
      throw RetakeError(
        error.isDiskFull ? .storageFull : error.isMissing ? .storageMissing : .storageNotWritable,
        "the screenshot cannot be written: \(error)")
    }
  }
}
