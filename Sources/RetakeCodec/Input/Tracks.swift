package import RetakeMedia

/// The pictures of a file: what its container and a look at its first packets tell.
package struct VideoTrack: Sendable {
  /// FFmpeg's name of the codec: `h264`, `vp9`, `png`.
  package var codecName: String
  /// The codec, where it is one that we write too.
  package var codec: VideoCodec?
  /// Pixels a line.
  package var width: Int
  /// Lines.
  package var height: Int
  /// How its decoder lays out the samples; nil where that is none of our formats (10 bit, RGB, alpha, ...).
  package var pixelFormat: PixelFormat?
  /// Frames a second: the average, where that is sane.
  package var frameRate: Rational
  /// Shape of a pixel.
  package var pixelAspectRatio: Rational
  /// Clockwise degrees (0, 90, 180, 270) that make the picture upright.
  package var rotation: Int
  /// Range and matrix.
  package var color: ColorInfo
  /// Its first stamp, counted from the start of the file (the earlier of the two tracks' starts).
  package var startTime: MediaTime
  /// How long it lasts, where the container says so; edit lists are respected.
  package var duration: MediaTime?
  /// What its decoder needs.
  package var parameters: CodecParameters

  /// Its end on the clock of `startTime`, where the container says so.
  package var declaredEnd: MediaTime? { duration.map { startTime + $0 } }

  /// The same track, its time counted from `start`.
  func starting(after start: MediaTime) -> Self {
    var track = self
    track.startTime = startTime - start
    return track
  }

  /// The track as a muxer needs it; nil for codecs that we do not write.
  package var description: TrackDescription? {
    codec.map {
      .video(
        codec: $0, width: width, height: height, frameRate: frameRate, color: color,
        pixelAspectRatio: pixelAspectRatio, rotation: rotation, extradata: parameters.extradata)
    }
  }
}

/// The sound of a file.
package struct AudioTrack: Sendable {
  /// FFmpeg's name of the codec: `aac`, `pcm_s16le`.
  package var codecName: String
  /// Rate and channels.
  package var format: AudioFormat
  /// Bits a second; 0 where not known.
  package var bitrate: Int
  /// Samples at the start that are not part of the sound; the decoder takes them off.
  package var priming: Int
  /// Its first stamp, counted from the start of the file.
  package var startTime: MediaTime
  /// How long it lasts, where the container says so.
  package var duration: MediaTime?
  /// What its decoder needs.
  package var parameters: CodecParameters

  /// Its end on the clock of `startTime`, where the container says so.
  package var declaredEnd: MediaTime? { duration.map { startTime + $0 } }

  /// The same track, its time counted from `start`.
  func starting(after start: MediaTime) -> Self {
    var track = self
    track.startTime = startTime - start
    return track
  }

  /// The track as a muxer needs it; nil for codecs that we do not write.
  package var description: TrackDescription? {
    guard codecName == "aac" else { return nil }
    return .audio(
      codec: .aac, format: format, bitrate: bitrate, priming: priming, extradata: parameters.extradata)
  }
}
