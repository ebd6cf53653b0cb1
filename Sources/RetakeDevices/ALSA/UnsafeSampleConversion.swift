// Samples in a card's own form to Floats: the bytes are read in place.
internal import RetakeMedia

extension CaptureSetup {
  /// Writes the first `frameCount` samples of each channel in `bytes` as interleaved Floats from -1 to 1 to the
  /// front of `target`, of which those channels that `format` has. What is no number becomes silence.
  func convert(_ bytes: [UInt8], frameCount: Int, into target: inout MutableRawSpan) {
    precondition(bytes.count >= frameCount * frameBytes, "fewer samples than were told")
    precondition(
      target.byteCount >= frameCount * format.channels * MemoryLayout<Float>.size, "no room for the samples")
    unsafe bytes.withUnsafeBytes { source in
      unsafe target.withUnsafeMutableBytes { target in
        let samples = unsafe target.assumingMemoryBound(to: Float.self)
        switch sampleFormat {
        case .s32:
          unsafe fill(samples, frameCount) { Float(unsafe int32(source, $0)) * 0x1p-31 }
        case .float:
          unsafe fill(samples, frameCount) {
            let value = Float(bitPattern: UInt32(bitPattern: unsafe int32(source, $0)))
            return value.isFinite ? value : 0
          }
        case .s24:
          // What stands in the highest byte is not defined.
          unsafe fill(samples, frameCount) { Float(unsafe int32(source, $0) << 8) * 0x1p-31 }
        case .s24Packed:
          unsafe fill(samples, frameCount) { offset in
            let low = Int32(unsafe source[offset]) << 8 | Int32(unsafe source[offset + 1]) << 16
            return Float(low | Int32(unsafe source[offset + 2]) << 24) * 0x1p-31
          }
        case .s16:
          unsafe fill(samples, frameCount) { offset in
            let value = unsafe source.loadUnaligned(fromByteOffset: offset, as: Int16.self)
            return Float(Int16(littleEndian: value)) * 0x1p-15
          }
        case .u8:
          unsafe fill(samples, frameCount) { Float(Int(unsafe source[$0]) - 128) * 0x1p-7 }
        }
      }
    }
  }

  /// Writes what `sample` reads at each byte offset, channel by channel.
  @inline(__always)
  private func fill(
    _ samples: UnsafeMutableBufferPointer<Float>, _ frameCount: Int, _ sample: (Int) -> Float
  ) {
    let channels = format.channels
    for frame in 0..<frameCount {
      for channel in 0..<channels {
        unsafe samples[frame * channels + channel] =
          sample(frame * frameBytes + channel * sampleFormat.byteCount)
      }
    }
  }

  @inline(__always)
  private func int32(_ source: UnsafeRawBufferPointer, _ offset: Int) -> Int32 {
    Int32(littleEndian: unsafe source.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }
}
