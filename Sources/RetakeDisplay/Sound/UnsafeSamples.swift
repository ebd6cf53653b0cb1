// Sound samples out of a block's bytes.
internal import RetakeMedia

extension AudioBlock {
  /// Copies `count` samples (all channels), from the one at `first` on, to `target`, times `volume`.
  func copySamples(
    from first: Int, count: Int, to target: inout MutableSpan<Float>, at place: Int, volume: Float
  ) {
    let size = MemoryLayout<Float>.size
    storage.withPlane(0) { bytes in
      for index in 0..<count {
        let sample = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: (first + index) * size, as: Float.self)
        target[place + index] = sample * volume
      }
    }
  }
}
