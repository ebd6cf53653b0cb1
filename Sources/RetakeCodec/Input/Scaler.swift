internal import CFFmpeg
package import RetakeMedia
package import RetakeRuntime

/// Converts pictures to another pixel format, size, range or matrix. One thread at a time.
///
/// What it needs for a pair of formats is kept from one picture to the next. JPEG's planar pictures to 4:2:0
/// of the same size, which is what a recording does with every frame of a USB camera, go a way of their own,
/// more than ten times as fast as swscale's (720p 4:2:2: 0.10 ms instead of 1.8, measured on a Xeon core).
package struct Scaler: ~Copyable {
  private var context: ScaleContext?

  /// A scaler for anything.
  package init() {}

  /// Converts `frame` into `destination`, whose format and size say what is wanted; `color` is what its code
  /// values will mean (publish it with the same). Sizes that differ are scaled (bicubic).
  package mutating func convert(
    _ frame: VideoFrame, into destination: inout WritableFrame, color: ColorInfo
  ) throws(CodecError) {
    // The addresses inside are good only while `frame` is held.
    try withExtendedLifetime(frame) { () throws(CodecError) in
      try convert(ScalerInput(frame), into: &destination, color: color)
    }
  }

  /// The same for any picture that swscale reads; the caller holds its memory.
  mutating func convert(
    _ source: ScalerInput, into destination: inout WritableFrame, color: ColorInfo
  ) throws(CodecError) {
    let layout = destination.layout
    let target = PlaneAddresses(&destination)
    if let conversion = PlanarConversion(source, to: layout, color: color) {
      conversion.convert(source.addresses, into: target)
      return
    }
    let key = ScaleContext.Key(
      source: source.format.rawValue, sourceWidth: source.width, sourceHeight: source.height,
      sourceColor: source.color, layout: layout, color: color)
    if context?.key != key { context = try ScaleContext.make(key) }
    try context?.convert(source, into: target)
  }
}
