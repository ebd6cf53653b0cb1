/// The memory behind a frame, a block of sound or a packet: a pool's slab, a decoder's frame, a camera's buffer.
///
/// The last owner's `deinit` gives the memory back to where it came from, so changing owner copies nothing.
/// The bytes never change and never move while the object lives: a module that wraps a C library may hold on
/// to the address for as long as it holds the object. Any thread may read.
public protocol FrameStorage: AnyObject, Sendable {
  /// Number of planes; sound and packets have one.
  var planeCount: Int { get }

  /// Reads the bytes of `plane`, from its first row on. A plane that is not there traps.
  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
