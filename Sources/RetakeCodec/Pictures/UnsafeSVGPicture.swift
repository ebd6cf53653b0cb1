// SVG drawings through FFmpeg's librsvg decoder.
internal import CFFmpeg
package import RetakeMedia

/// Draws SVG files at an exact size. Any thread may call.
package enum SVGPicture {
  /// The opacity of each pixel of a drawing, row after row: what an icon is tinted by.
  ///
  /// Throws where the text is no SVG or FFmpeg has no librsvg.
  package static func alpha(of svg: [UInt8], width: Int, height: Int) throws(RetakeError) -> [UInt8] {
    precondition(width > 0 && height > 0, "a picture has a size")
    guard let codec = unsafe avcodec_find_decoder(AV_CODEC_ID_SVG) else {
      throw RetakeError(
        .notSupported, "FFmpeg was built without librsvg", advice: "Install Debian's libavcodec.")
    }
    var context = unsafe avcodec_alloc_context3(codec)
    var packet = unsafe av_packet_alloc()
    var frame = unsafe av_frame_alloc()
    defer {
      unsafe avcodec_free_context(&context)
      unsafe av_packet_free(&packet)
      unsafe av_frame_free(&frame)
    }
    guard let context = unsafe context, let packet = unsafe packet, let frame = unsafe frame,
      unsafe av_new_packet(packet, Int32(svg.count)) == 0
    else { throw RetakeError(.failed, "no memory for a drawing") }
    // The decoder's own options; without them it draws at the size that the file names.
    unsafe av_opt_set_int(context.pointee.priv_data, "width", Int64(width), 0)
    unsafe av_opt_set_int(context.pointee.priv_data, "height", Int64(height), 0)
    unsafe av_opt_set_int(context.pointee.priv_data, "keep_ar", 0, 0)
    unsafe packet.pointee.data.update(from: svg, count: svg.count)
    guard unsafe avcodec_open2(context, codec, nil) == 0,
      unsafe avcodec_send_packet(context, packet) == 0,
      unsafe avcodec_receive_frame(context, frame) == 0,
      unsafe Int(frame.pointee.width) == width, unsafe Int(frame.pointee.height) == height,
      let pixels = unsafe frame.pointee.data.0
    else { throw RetakeError(.inputUnreadable, "not an SVG drawing") }
    // librsvg gives 32-bit words 0xAARRGGBB.
    let stride = unsafe Int(frame.pointee.linesize.0)
    var alpha = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = unsafe UnsafeRawPointer(pixels).loadUnaligned(
          fromByteOffset: y * stride + x * 4, as: UInt32.self)
        alpha[y * width + x] = UInt8(pixel >> 24)
      }
    }
    return alpha
  }
}
