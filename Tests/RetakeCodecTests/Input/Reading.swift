import RetakeMedia

@testable import RetakeCodec

/// All that can be decoded of a file, and how often something was damaged.
struct Reading {
  var times: [MediaTime] = []
  var frames: [VideoFrame] = []
  var blocks: [AudioBlock] = []
  var damaged = 0
  var observedEnd = MediaTime.zero

  /// Reads all of `path`; keeps at most `kept` pictures.
  init(_ path: String, keeping kept: Int = 2, from time: MediaTime? = nil, threads: Int = 1) throws {
    var demuxer = try Demuxer(path: path)
    var video = try demuxer.video.map { try VideoDecoder($0, start: demuxer.startTime, threads: threads) }
    var audio = try demuxer.audio.map { try AudioDecoder($0, start: demuxer.startTime) }
    if let time { try demuxer.seek(to: time) }
    while true {
      do throws(CodecError) {
        guard let packet = try demuxer.read() else { break }
        switch packet.kind {
        case .video: try video?.send(packet)
        case .audio: try audio?.send(packet)
        }
      } catch { damaged += 1 }
      receive(&video, &audio, keeping: kept)
    }
    try? video?.finish()
    try? audio?.finish()
    receive(&video, &audio, keeping: kept)
    observedEnd = demuxer.observedEnd
  }

  private mutating func receive(_ video: inout VideoDecoder?, _ audio: inout AudioDecoder?, keeping kept: Int)
  {
    while true {
      do throws(CodecError) {
        guard let frame = try video?.receive() else { break }
        times.append(frame.time)
        if frames.count < kept { frames.append(frame) }
      } catch { damaged += 1 }
    }
    while true {
      do throws(CodecError) {
        guard let block = try audio?.receive() else { break }
        blocks.append(block)
      } catch { damaged += 1 }
    }
  }

  var sampleCount: Int { blocks.reduce(0) { $0 + $1.frameCount } }
}

extension VideoFrame {
  /// The value at this place of a plane, in bytes of the row.
  func value(_ plane: Int, _ x: Int, _ y: Int) -> Int {
    Int(
      storage.withPlane(plane) {
        unsafe $0.unsafeLoad(fromByteOffset: y * strides[plane] + x, as: UInt8.self)
      })
  }
}
