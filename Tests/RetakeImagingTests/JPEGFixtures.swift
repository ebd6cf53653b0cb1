import RetakeMedia
import RetakeRuntime
import Testing

@testable import RetakeImaging

/// Pictures and packets for the tests of JPEG.
enum JPEGFixtures {
  /// A smooth picture, full range; each plane rises to the right and downwards at a pace of its own.
  static func picture(_ format: PixelFormat, width: Int, height: Int) throws -> VideoFrame {
    let layout = PlaneLayout(format, width: width, height: height)
    let pool = FramePool(slabBytes: layout.byteCount, capacity: 1)
    guard var frame = pool.frame(layout) else { throw JPEGError.noBuffer }
    for plane in 0..<format.planeCount {
      let columns = format.rowBytes(plane: plane, width: width)
      let rows = format.rows(plane: plane, height: height)
      frame.withPlane(plane) { bytes in
        for row in 0..<rows {
          for column in 0..<columns {
            let value = 40 + plane * 20 + 100 * column / columns + 50 * row / rows
            bytes.storeBytes(
              of: UInt8(value), toByteOffset: row * layout.strides[plane] + column, as: UInt8.self)
          }
        }
      }
    }
    return frame.publish(color: .jpeg, time: MediaTime(nanoseconds: 123_456_789), sequence: 42)
  }

  /// The JPEG of that picture.
  static func jpeg(_ format: PixelFormat = .yuv422p, width: Int = 320, height: Int = 240) throws -> [UInt8] {
    var encoder = try JPEGEncoder(quality: 95)
    let packet = try encoder.encode(
      picture(format, width: width, height: height), into: FramePool(slabBytes: 1 << 20, capacity: 1))
    return bytes(of: packet)
  }

  /// The bytes of a packet.
  static func bytes(of packet: EncodedPacket) -> [UInt8] {
    packet.storage.withPlane(0) { span in (0..<packet.byteCount).map { span.byte(at: $0) } }
  }

  /// A packet of these bytes.
  static func packet(_ bytes: [UInt8]) throws -> EncodedPacket {
    let pool = FramePool(slabBytes: max(1, bytes.count), capacity: 1)
    guard var buffer = pool.buffer() else { throw JPEGError.noBuffer }
    buffer.withBytes { span in
      for (index, byte) in bytes.enumerated() {
        span.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
      }
    }
    return EncodedPacket(
      storage: buffer.publish(byteCount: bytes.count), byteCount: bytes.count,
      presentationTime: MediaTime(nanoseconds: 5), isKeyFrame: true, sequence: 7)
  }

  /// A JPEG without its segments of these markers.
  static func without(_ markers: Set<UInt8>, _ jpeg: [UInt8]) -> [UInt8] {
    var result = Array(jpeg[0..<2])
    var index = 2
    while jpeg[index + 1] != 0xDA {
      let end = index + 2 + Int(jpeg[index + 2]) << 8 + Int(jpeg[index + 3])
      if !markers.contains(jpeg[index + 1]) { result += jpeg[index..<end] }
      index = end
    }
    return result + jpeg[index...]
  }

  /// Where the segment of `marker` begins.
  static func segment(_ marker: UInt8, in jpeg: [UInt8]) throws -> Int {
    try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == marker })
  }

  /// The largest difference of two pictures' samples in `plane`.
  static func difference(_ left: VideoFrame, _ right: VideoFrame, plane: Int) -> Int {
    let columns = left.pixelFormat.rowBytes(plane: plane, width: left.width)
    let rows = left.pixelFormat.rows(plane: plane, height: left.height)
    return left.storage.withPlane(plane) { first in
      right.storage.withPlane(plane) { second in
        var most = 0
        for row in 0..<rows {
          for column in 0..<columns {
            let a = Int(first.byte(at: row * left.strides[plane] + column))
            let b = Int(second.byte(at: row * right.strides[plane] + column))
            most = max(most, abs(a - b))
          }
        }
        return most
      }
    }
  }
}
