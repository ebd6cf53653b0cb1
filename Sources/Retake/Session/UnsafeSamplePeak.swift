internal import RetakeMedia

/// Looks for the largest sample of a run of sound.
enum SamplePeak {
  /// Its size; 0 where there is none. Samples that are no number count for nothing.
  static func of(_ block: AudioBlock) -> Float {
    block.storage.withPlane(0) { bytes in
      let size = MemoryLayout<Float>.size
      let count = min(block.frameCount * block.format.channels, bytes.byteCount / size)
      var peak: Float = 0
      for index in 0..<count {
        let sample = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index * size, as: Float.self)
        peak = max(peak, sample.magnitude.isFinite ? sample.magnitude : 0)
      }
      return peak
    }
  }
}
