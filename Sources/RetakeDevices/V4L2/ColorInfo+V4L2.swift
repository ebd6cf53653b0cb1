internal import RetakeMedia

extension ColorInfo {
  /// What a driver says of its Y'CbCr, by the rules of linux/videodev2.h for what it leaves open
  /// (V4L2_MAP_YCBCR_ENC_DEFAULT, V4L2_MAP_QUANTIZATION_DEFAULT). A driver that says nothing at all: by size.
  /// Grey sensors mean the full range unless they say otherwise.
  init(_ format: V4L2DeviceFormat, defaultRange: Range = .limited) {
    var color = ColorInfo.assumed(height: format.height)
    switch format.encoding {
    case 1, 3, 5: color.matrix = .bt601  // 601, XV601, SYCC
    case 2, 4, 8: color.matrix = .bt709  // 709, XV709, and SMPTE 240M, which lies next to it
    case 6, 7: color.matrix = .bt2020
    default:
      switch format.colorspace {
      case 0: break
      case 2, 3, 12: color.matrix = .bt709  // SMPTE 240M, REC709, DCI-P3
      case 10: color.matrix = .bt2020
      default: color.matrix = .bt601
      }
    }
    switch format.quantization {
    case 1: color.range = .full
    case 2: color.range = .limited
    default: color.range = format.colorspace == 7 ? .full : defaultRange  // 7: JPEG
    }
    self = color
  }
}
