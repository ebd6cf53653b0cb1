internal import CFFmpeg

extension VideoDecoder {
  /// From the next packet on, leaves out (or not) the pictures that no other is built upon: B pictures, mostly.
  /// The others come out as they would without.
  package mutating func skipUnreferenced(_ isSkipping: Bool) {
    unsafe context.pointer.pointee.skip_frame = isSkipping ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }
}
