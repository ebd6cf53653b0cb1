internal import CFFmpeg
internal import RetakeMedia

// Our values in FFmpeg's, and back.

extension Rational {
  var libav: AVRational {
    AVRational(num: numerator, den: denominator)
  }

  /// Nil for FFmpeg's 0/1 ("not known") and what else is no positive fraction.
  init?(_ rational: AVRational) {
    guard rational.num > 0, rational.den > 0 else { return nil }
    self.init(rational.num, rational.den)
  }
}

extension PixelFormat {
  var libav: AVPixelFormat {
    switch self {
    case .yuv420p: AV_PIX_FMT_YUV420P
    case .yuv422p: AV_PIX_FMT_YUV422P
    case .yuv444p: AV_PIX_FMT_YUV444P
    case .nv12: AV_PIX_FMT_NV12
    case .yuyv422: AV_PIX_FMT_YUYV422
    case .uyvy422: AV_PIX_FMT_UYVY422
    case .gray8: AV_PIX_FMT_GRAY8
    }
  }

  /// Nil for the many formats that are not ours. JPEG's own names of the planar ones (full range) are taken as
  /// the same layout.
  init?(_ format: AVPixelFormat) {
    switch format {
    case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: self = .yuv420p
    case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: self = .yuv422p
    case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: self = .yuv444p
    case AV_PIX_FMT_NV12: self = .nv12
    case AV_PIX_FMT_YUYV422: self = .yuyv422
    case AV_PIX_FMT_UYVY422: self = .uyvy422
    case AV_PIX_FMT_GRAY8: self = .gray8
    default: return nil
    }
  }
}

extension VideoCodec {
  var libav: AVCodecID {
    switch self {
    case .mjpeg: AV_CODEC_ID_MJPEG
    case .h264: AV_CODEC_ID_H264
    case .hevc: AV_CODEC_ID_HEVC
    }
  }

  init?(_ codec: AVCodecID) {
    switch codec {
    case AV_CODEC_ID_MJPEG: self = .mjpeg
    case AV_CODEC_ID_H264: self = .h264
    case AV_CODEC_ID_HEVC: self = .hevc
    default: return nil
    }
  }
}

/// A `ColorInfo` in the four numbers of ITU-T H.273 that streams and files carry.
struct ColorTags {
  var range: AVColorRange
  var matrix: AVColorSpace
  var primaries: AVColorPrimaries
  var transfer: AVColorTransferCharacteristic

  /// Primaries and transfer follow from the matrix. Full range with BT.601 is what cameras' JPEG has: its matrix
  /// with the primaries and the curve of BT.709 (USB Video Class 1.5, 3.9.2.6: the defaults).
  init(_ color: ColorInfo) {
    range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    switch color.matrix {
    case .bt601:
      matrix = AVCOL_SPC_SMPTE170M
      primaries = color.range == .full ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M
      transfer = color.range == .full ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M
    case .bt709:
      matrix = AVCOL_SPC_BT709
      primaries = AVCOL_PRI_BT709
      transfer = AVCOL_TRC_BT709
    case .bt2020:
      matrix = AVCOL_SPC_BT2020_NCL
      primaries = AVCOL_PRI_BT2020
      transfer = AVCOL_TRC_BT2020_10
    }
  }
}

extension ColorInfo {
  /// What a stream says; what it leaves open is assumed by its height. `isJPEG` for formats whose name alone
  /// means full range.
  init(range: AVColorRange, matrix: AVColorSpace, height: Int, isJPEG: Bool = false) {
    self = isJPEG ? .jpeg : .assumed(height: height)
    switch range {
    case AVCOL_RANGE_JPEG: self.range = .full
    case AVCOL_RANGE_MPEG: self.range = .limited
    default: break
    }
    switch matrix {
    case AVCOL_SPC_BT709: self.matrix = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: self.matrix = .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self.matrix = .bt2020
    default: break
    }
  }
}
