public import RetakeMedia

/// Why a recording ended.
public enum RecordingEndReason: String, Sendable, CaseIterable {
  /// The asked length was reached.
  case duration
  /// `maxRecordedDuration` was reached.
  case maxDuration = "max_duration"
  /// `maxRecordedFileSize` was reached.
  case maxSize = "max_size"
  /// It was stopped.
  case stopped
  /// The process was asked to end.
  case signal
  /// The camera went away or failed.
  case cameraLost = "camera_lost"
  /// The computer slept while the take was made.
  case suspended
  /// The microphone went away and the take was not to go on without it.
  case microphoneLost = "microphone_lost"
  /// The disk is full.
  case diskFull = "disk_full"
  /// `minFreeDiskSpaceLimit` was reached.
  case minFree = "min_free"
  /// The file could not be written.
  case ioError = "io_error"
  /// The encoder gave up.
  case encoder
}

/// What became of a recording. Delivered once, after the file is complete and on the disk.
public struct RecordingResult: Sendable {
  /// The pictures of the take: `captured == encoded + dropped`.
  public struct Video: Hashable, Sendable {
    /// The codec in the file.
    public var codec: VideoCodec
    /// Pixels a line.
    public var width: Int
    /// Lines.
    public var height: Int
    /// Pictures that came during the take.
    public var captured: Int
    /// Pictures in the file.
    public var encoded: Int
    /// Pictures for which there was no room.
    public var dropped: Int
    /// The encoder and its speed, such as `libx264:veryfast`.
    public var encoder: String
  }

  /// The sound of the take.
  public struct Audio: Hashable, Sendable {
    /// The codec in the file.
    public var codec: AudioCodec
    /// Samples a second in the file.
    public var sampleRate: Int
    /// Channels in the file.
    public var channels: Int
  }

  /// Where the file is; nil if there is none, because nothing was recorded.
  public var path: String?
  /// Length of the take.
  public var duration: MediaTime
  /// Why it ended.
  public var reason: RecordingEndReason
  /// What went wrong; nil where nothing did. With a `path`, the file is complete up to the fault.
  public var error: RetakeError?
  /// Whether there is a file, complete and on the disk, all the same: 'saved, because...' can be said where `error`
  /// tells a reason (AVFoundation's `AVErrorRecordingSuccessfullyFinishedKey`).
  public var isSuccessfullyFinished: Bool { path != nil }
  /// The pictures.
  public var video: Video
  /// The sound; nil if the take has none.
  public var audio: Audio?
}
