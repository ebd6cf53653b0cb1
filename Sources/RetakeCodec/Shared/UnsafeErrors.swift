internal import CFFmpeg

// FFmpeg's numbers for failures, and what it would say on standard error.

extension CodecError {
  /// What FFmpeg answered with `averror` while doing `operation`.
  init(averror: Int32, _ operation: String) {
    self.init(Self.code(of: averror), operation, Self.text(of: averror))
    self.averror = averror
  }

  /// The errno inside, where the system refused.
  package var errno: Int32? {
    code == .system ? -averror : nil
  }

  private static func code(of averror: Int32) -> Code {
    switch averror {
    case retake_averror_invalid_data(), retake_averror_eof(): .invalidData
    case retake_averror_encoder_not_found(), retake_averror_decoder_not_found(),
      retake_averror_stream_not_found():
      .notFound
    case retake_averror_option_not_found(), retake_averror(EINVAL): .invalidArgument
    case retake_averror(ENOMEM): .outOfMemory
    // Its own tags are four letters, far below any errno.
    case -4095 ... -1: .system
    default: .failed
    }
  }

  private static func text(of averror: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      // It writes a text for numbers that it does not know, too.
      _ = unsafe av_strerror(averror, buffer.baseAddress, buffer.count)
      return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? "error \(averror)"
    }
  }
}

/// Throws where FFmpeg's `answer` is an error; else returns it.
@discardableResult
func check(_ answer: Int32, _ operation: @autoclosure () -> String) throws(CodecError) -> Int32 {
  if answer < 0 { throw CodecError(averror: answer, operation()) }
  return answer
}

/// FFmpeg's own messages.
enum LibavLog {
  /// Stops them for the whole process; what matters comes back as an error. Called by every handle before its
  /// first call into FFmpeg; costs nothing from the second time on.
  static let silence: Void = av_log_set_level(AV_LOG_QUIET)
}
