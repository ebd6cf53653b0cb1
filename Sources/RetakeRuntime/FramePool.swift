package import RetakeMedia

/// Slabs of one size that go round: made when first needed, never more than `capacity`, given back by the
/// last owner of what was published. Any thread may call.
package final class FramePool: Sendable {
  private struct Contents {
    var free: [Slab] = []
    var made = 0
  }
  private let contents = Monitor(Contents())
  /// Bytes of each slab.
  package let slabBytes: Int
  /// Slabs at most.
  package let capacity: Int
  /// How often none was left.
  package let exhausted = Counter()

  /// A pool of at most `capacity` slabs of `slabBytes`.
  package init(slabBytes: Int, capacity: Int) {
    precondition(slabBytes > 0 && capacity > 0, "a pool has slabs")
    self.slabBytes = slabBytes
    self.capacity = capacity
  }

  deinit {
    contents.withLock { contents in
      for slab in contents.free { slab.deallocate() }
    }
  }

  /// A slab to write a picture into; nil (counted) if all are in use. The layout must fit the slab.
  package func frame(_ layout: PlaneLayout) -> WritableFrame? {
    precondition(layout.byteCount <= slabBytes, "the picture does not fit the pool's slabs")
    return takeSlab().map { WritableFrame(layout: layout, slab: SlabOwner(slab: $0, pool: self)) }
  }

  /// A slab to write bytes into (a packet, a run of sound); nil (counted) if all are in use.
  package func buffer() -> WritableBuffer? {
    takeSlab().map { WritableBuffer(slab: SlabOwner(slab: $0, pool: self)) }
  }

  private func takeSlab() -> Slab? {
    let (slab, mayMake) = contents.withLock { contents -> (Slab?, Bool) in
      if let slab = contents.free.popLast() { return (slab, false) }
      guard contents.made < capacity else { return (nil, false) }
      contents.made += 1
      return (nil, true)
    }
    if let slab { return slab }
    if mayMake { return Slab(byteCount: slabBytes) }
    exhausted.increment()
    return nil
  }

  fileprivate func giveBack(_ slab: Slab) {
    contents.withLock { $0.free.append(slab) }
  }
}

/// Holds a slab, and with it the pool, and gives it back at the end.
private final class SlabOwner: Sendable {
  let slab: Slab
  private let pool: FramePool

  init(slab: Slab, pool: FramePool) {
    self.slab = slab
    self.pool = pool
  }

  deinit { pool.giveBack(slab) }
}

/// The published side of a slab.
private final class SlabStorage: FrameStorage {
  private let owner: SlabOwner
  private let offsets: SIMD4<Int>
  private let sizes: SIMD4<Int>
  let planeCount: Int

  init(owner: SlabOwner, offsets: SIMD4<Int>, sizes: SIMD4<Int>, planeCount: Int) {
    self.owner = owner
    self.offsets = offsets
    self.sizes = sizes
    self.planeCount = planeCount
  }

  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(plane < planeCount, "no such plane")
    return try owner.slab.read(offset: offsets[plane], count: sizes[plane], body)
  }
}

/// A picture that one owner is writing; `publish` makes it a `VideoFrame`. Dropped, it goes back to its pool.
package struct WritableFrame: ~Copyable, Sendable {
  /// Where its planes lie.
  package let layout: PlaneLayout
  private let slab: SlabOwner

  fileprivate init(layout: PlaneLayout, slab: SlabOwner) {
    self.layout = layout
    self.slab = slab
  }

  /// Writes the bytes of `plane`, `layout.strides[plane]` a row.
  package mutating func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(plane < layout.pixelFormat.planeCount, "no such plane")
    return try slab.slab.write(offset: layout.offsets[plane], count: layout.planeBytes[plane], body)
  }

  /// Ends the writing; the frame can be shared from here on.
  package consuming func publish(color: ColorInfo, time: MediaTime, sequence: UInt64) -> VideoFrame {
    let storage = SlabStorage(
      owner: slab, offsets: layout.offsets, sizes: layout.planeBytes,
      planeCount: layout.pixelFormat.planeCount)
    return VideoFrame(
      storage: storage, pixelFormat: layout.pixelFormat, width: layout.width, height: layout.height,
      strides: layout.strides, color: color, time: time, sequence: sequence)
  }
}

/// Bytes that one owner is writing; published as the storage of a packet or of a run of sound.
package struct WritableBuffer: ~Copyable, Sendable {
  private let slab: SlabOwner

  fileprivate init(slab: SlabOwner) {
    self.slab = slab
  }

  /// Writes the bytes of the slab.
  package mutating func withBytes<Result, Failure: Error>(
    _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try slab.slab.write(offset: 0, count: slab.slab.byteCount, body)
  }

  /// Ends the writing: the first `byteCount` bytes can be shared from here on.
  package consuming func publish(byteCount: Int) -> any FrameStorage {
    precondition(byteCount <= slab.slab.byteCount, "more than the slab holds")
    return SlabStorage(
      owner: slab, offsets: SIMD4(), sizes: SIMD4(byteCount, 0, 0, 0), planeCount: 1)
  }
}
