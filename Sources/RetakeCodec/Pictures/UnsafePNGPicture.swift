// PNG files through FFmpeg's encoder.
internal import CFFmpeg
package import RetakeMedia

/// Packs pictures as PNG. Any thread may call.
package enum PNGPicture {
  /// The bytes of a PNG file. `rgb` holds three bytes a pixel, row after row.
  package static func encode(rgb: [UInt8], width: Int, height: Int) throws(RetakeError) -> [UInt8] {
    precondition(width > 0 && height > 0 && rgb.count == width * height * 3, "three bytes a pixel")
    guard let codec = unsafe avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw RetakeError(.notSupported, "FFmpeg was built without PNG", advice: "Install Debian's libavcodec.")
    }
    var context = unsafe avcodec_alloc_context3(codec)
    var packet = unsafe av_packet_alloc()
    var frame = unsafe av_frame_alloc()
    defer {
      unsafe avcodec_free_context(&context)
      unsafe av_packet_free(&packet)
      unsafe av_frame_free(&frame)
    }
    guard let context = unsafe context, let packet = unsafe packet, let frame = unsafe frame else {
      throw RetakeError(.failed, "no memory for a picture")
    }
    unsafe context.pointee.width = Int32(width)
    unsafe context.pointee.height = Int32(height)
    unsafe context.pointee.pix_fmt = AV_PIX_FMT_RGB24
    unsafe context.pointee.time_base = AVRational(num: 1, den: 1)
    unsafe frame.pointee.width = Int32(width)
    unsafe frame.pointee.height = Int32(height)
    unsafe frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
    guard unsafe av_frame_get_buffer(frame, 0) == 0, let rows = unsafe frame.pointee.data.0 else {
      throw RetakeError(.failed, "no memory for a picture")
    }
    let stride = unsafe Int(frame.pointee.linesize.0)
    unsafe rgb.withUnsafeBytes { bytes in
      for y in 0..<height {
        let row = unsafe UnsafeRawBufferPointer(rebasing: bytes[y * width * 3..<(y + 1) * width * 3])
        unsafe UnsafeMutableRawBufferPointer(start: rows + y * stride, count: width * 3).copyMemory(from: row)
      }
    }
    guard unsafe avcodec_open2(context, codec, nil) == 0, unsafe avcodec_send_frame(context, frame) == 0,
      unsafe avcodec_receive_packet(context, packet) == 0
    else { throw RetakeError(.failed, "a picture could not be packed as PNG") }
    return unsafe [UInt8](
      UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }
}
