// Sound samples out of a block's bytes.
internal import RetakeMedia

extension AudioBlock {
  /// Adds `frames` frames, from the one at `first` on, to the frames of `target` from `place` on, times `volume`.
  ///
  /// The target has at least as many channels; mono goes to the first two.
  func add(
    from first: Int, frames: Int, to target: inout MutableSpan<Float>, at place: Int, channels: Int,
    volume: Float
  ) {
    let size = MemoryLayout<Float>.size
    let own = format.channels
    storage.withPlane(0) { bytes in
      for frame in 0..<frames {
        for channel in 0..<min(channels, max(own, 2)) {
          let index = (first + frame) * own + min(channel, own - 1)
          let sample = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index * size, as: Float.self)
          target[(place + frame) * channels + channel] += sample * volume
        }
      }
    }
  }
}
