internal import RetakeMedia

extension CameraSample {
  /// When its light was taken.
  var time: MediaTime {
    switch self {
    case .frame(let frame): frame.time
    case .packet(let packet): packet.presentationTime
    }
  }

  /// Bytes that it holds.
  var byteCount: Int {
    switch self {
    case .frame(let frame): frame.byteCount
    case .packet(let packet): packet.byteCount
    }
  }

  /// Whether it can be the first of what a file holds.
  var canBegin: Bool {
    switch self {
    case .frame: true
    case .packet(let packet): packet.isKeyFrame
    }
  }
}
