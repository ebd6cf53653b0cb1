import Fixtures
import Foundation
import RetakeMedia
import Testing

@testable import RetakeCodec

/// A picture of four shades in each of the eight ways to lie, and what is seen of it.
@Suite struct OrientationTests {
  /// Display matrices in the order of Exif's orientations 1 to 8, and the shades (0 to 3) of top left, top right,
  /// bottom left and bottom right, as they must be seen: where the coded picture has 0 1 2 3.
  static let ways: [(exif: Int, matrix: [Double], seen: [Int])] = [
    (1, [1, 0, 0, 1], [0, 1, 2, 3]), (2, [-1, 0, 0, 1], [1, 0, 3, 2]), (3, [-1, 0, 0, -1], [3, 2, 1, 0]),
    (4, [1, 0, 0, -1], [2, 3, 0, 1]), (5, [0, 1, 1, 0], [0, 2, 1, 3]), (6, [0, 1, -1, 0], [2, 0, 3, 1]),
    (7, [0, -1, -1, 0], [3, 1, 2, 0]), (8, [0, -1, 1, 0], [1, 3, 0, 2]),
  ]

  private func clip(_ name: String, _ options: String, size: String = "64x48") throws -> String {
    try TestMedia.make(
      name,
      "-f lavfi -i color=black:s=\(size):r=25 -frames:v 2 -vf "
        + "geq=lum='40+60*gt(X,W/2)+120*gt(Y,H/2)':cb='90+20*gt(X,W/2)+40*gt(Y,H/2)':cr=128 \(options)")
  }

  /// The shades of the four quarters after the track's turn.
  private func seen(_ path: String, plane: Int = 0) throws -> [Int] {
    let rotation = try #require(try Demuxer.track(of: path)).rotation
    let frame = try #require(try Reading(path).frames.first)
    let step = frame.pixelFormat == .uyvy422 ? 2 : 1
    let (width, height) = plane == 0 ? (frame.width, frame.height) : (frame.width / 2, frame.height / 2)
    let values = [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      frame.value(plane, x * width / 4 * step + step - 1, y * height / 4)
    }
    let shades = values.map { value in values.sorted().firstIndex(of: value) ?? -1 }
    // A quarter turn clockwise brings the lower left to the upper left.
    return (0..<rotation / 90).reduce(shades) { turned, _ in [turned[2], turned[0], turned[3], turned[1]] }
  }

  @Test(arguments: [
    ("clip.mp4", "-c:v libx264 -qp 4 -pix_fmt yuv420p"), ("odd.mov", "-c:v mjpeg -q:v 2 -pix_fmt yuvj420p"),
    ("planar.mov", "-c:v mjpeg -q:v 2 -pix_fmt yuvj422p"), ("packed.mov", "-c:v rawvideo -pix_fmt uyvy422"),
    ("ten.mov", "-c:v prores_ks -pix_fmt yuv422p10le"),
  ])
  func everyMatrixIsSeenUpright(name: String, options: String) throws {
    let path = try clip(name, options, size: name == "odd.mov" ? "65x49" : "64x48")
    for way in Self.ways {
      let turned = try TestMedia.turned(path, by: way.matrix)
      #expect(try seen(turned) == way.seen, "\(way)")
      if name == "clip.mp4" { #expect(try seen(turned, plane: 1) == way.seen, "chroma, \(way)") }
    }
  }

  @Test(arguments: ways.map(\.exif))
  func everyExifOrientationIsSeenUpright(exif: Int) throws {
    let path = try clip("still.jpg", "-update 1 -q:v 2")
    var bytes = try Data(contentsOf: URL(filePath: path))
    // Behind the start: APP1 with one tag, 0x0112.
    let tag: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(exif), 0, 0]
    let tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + tag + [0, 0, 0, 0]
    bytes.insert(
      contentsOf: [0xFF, 0xE1, 0, UInt8(8 + tiff.count)] + Array("Exif".utf8) + [0, 0] + tiff, at: 2)
    let way = try #require(Self.ways.first { $0.exif == exif })
    #expect(try seen(TestMedia.write(bytes, "exif.jpg")) == way.seen)
  }

  @Test(arguments: [[0.7, 0.7, -0.7, 0.7], [0, 0, 0, 0], [1, 0, 1, 0], [1, 0.5, 0, 1], [-1, 0, 0, 0]])
  func slantedAndFlatMatricesAreIgnored(matrix: [Double]) throws {
    let path = try TestMedia.turned(clip("clip.mp4", "-c:v libx264 -qp 4 -pix_fmt yuv420p"), by: matrix)
    let track = try #require(try Demuxer.track(of: path))
    #expect(track.isSlanted && track.rotation == 0 && !track.isFlipped)
    #expect(try seen(path) == [0, 1, 2, 3])
  }
}

extension Demuxer {
  /// The pictures of a file.
  fileprivate static func track(of path: String) throws -> VideoTrack? {
    try Demuxer(path: path).video
  }
}
