import Foundation
import RetakeCodec
import RetakeMedia
import RetakeRuntime

/// Pictures and sound that are made, encoded and written, as a recording does it.
struct TestMovie {
  var settings = VideoEncoderSettings(
    codec: .h264, encoder: "libx264", width: 160, height: 120, frameRate: Rational(25),
    color: ColorInfo(range: .limited, matrix: .bt601), pixelAspectRatio: Rational(1),
    rateControl: .bitrate(200_000), speed: .ultrafast)
  var pixelFormat = PixelFormat.yuv420p
  var rotation = 0
  var container = MovieContainer.mp4
  /// Take times of the pictures.
  var times: [MediaTime] = (0..<50).map { Rational(25).time(of: $0) }
  var videoEnd = MediaTime(seconds: 2)
  /// Samples of sound at 48 kHz; nil: no sound track.
  var soundCount: Int? = 96_000
  var soundChannels = 2
  /// Whether the pictures are white in their left half and black in the right, instead.
  var isWhiteOnTheLeft = false

  struct Result {
    var fragments: [Muxer.Fragment]
    var nudged: Int
    var videoPackets: [EncodedPacket]
    var flatIndex: FlatIndex
  }

  /// A picture whose brightness tells its number, one line and column larger than the settings.
  func picture(_ index: Int, pool: FramePool? = nil) -> VideoFrame {
    let layout = PlaneLayout(pixelFormat, width: settings.width + 1, height: settings.height + 1)
    let pool = pool ?? FramePool(slabBytes: layout.byteCount, capacity: 1)
    guard var frame = pool.frame(layout) else { preconditionFailure("the pool is large enough") }
    for plane in 0..<pixelFormat.planeCount {
      frame.withPlane(plane) { bytes in
        for offset in 0..<bytes.byteCount {
          let isLeft = offset % layout.strides[plane] < settings.width / 2
          let luma = isWhiteOnTheLeft ? (isLeft ? 235 : 16) : 40 + (index * 5 + offset % 7) % 160
          let value = plane == 0 ? luma : 128
          bytes.storeBytes(of: UInt8(value), toByteOffset: offset, as: UInt8.self)
        }
      }
    }
    return frame.publish(color: settings.color, time: .zero, sequence: UInt64(index))
  }

  /// A 1 kHz tone, interleaved.
  static func tone(_ count: Int, channels: Int, rate: Double = 48_000) -> [Float] {
    (0..<count * channels).map { Float(sin(Double($0 / channels) / rate * 1000 * 2 * .pi) * 0.5) }
  }

  func videoPackets() throws -> (packets: [EncodedPacket], track: TrackDescription) {
    var encoder = try VideoEncoder(settings, pixelFormat: pixelFormat, rotation: rotation)
    var packets: [EncodedPacket] = []
    for (index, time) in times.enumerated() {
      try encoder.send(picture(index), at: time)
      while let packet = try encoder.receive() { packets.append(packet) }
    }
    try encoder.finish()
    while let packet = try encoder.receive() { packets.append(packet) }
    return (packets, encoder.track)
  }

  func audioPackets(_ count: Int) throws -> (packets: [EncodedPacket], track: TrackDescription) {
    var encoder = try AudioEncoder(AudioEncoderSettings(channels: soundChannels, bitrate: 96_000))
    try encoder.send(Self.tone(count, channels: soundChannels).span)
    try encoder.finish()
    var packets: [EncodedPacket] = []
    while let packet = encoder.receive() { packets.append(packet) }
    return (packets, encoder.track)
  }

  /// Writes the movie to `path`.
  @discardableResult
  func write(to path: String) throws -> Result {
    let video = try videoPackets()
    let audio = try soundCount.map { try audioPackets($0) }
    let tracks = [video.track] + (audio.map { [$0.track] } ?? [])
    var muxer = try Muxer(container, tracks: tracks, creationTime: 1_790_000_000)
    var file = try OutputFile(path: path)
    var fragments: [Muxer.Fragment] = []
    var all = video.packets.map { ($0, 0) } + (audio?.packets.map { ($0, 1) } ?? [])
    all.sort { $0.0.decodeTime < $1.0.decodeTime }
    for (packet, track) in all {
      guard let fragment = try muxer.write(packet, track: track) else { continue }
      try muxer.drain { bytes in try file.write(bytes) }
      fragments.append(fragment)
    }
    let end = soundCount.map { MediaTime(ticks: Int64($0), per: Rational(48_000)) }
    fragments.append(try muxer.finish(videoEnd: videoEnd, audioEnd: end))
    try muxer.drain { bytes in try file.write(bytes) }
    return Result(
      fragments: fragments, nudged: muxer.nudged, videoPackets: video.packets,
      flatIndex: try muxer.flatIndex())
  }
}
