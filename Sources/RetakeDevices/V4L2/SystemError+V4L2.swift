internal import Glibc
internal import RetakeRuntime

extension SystemError {
  /// A signal came in between: the call is to be made again.
  var isInterrupted: Bool { code == EINTR }
  /// There is nothing to be taken yet.
  var isTryAgain: Bool { code == EAGAIN }
  /// The driver failed, for the moment or for good.
  var isInputOutput: Bool { code == EIO }
  /// Somebody else uses it.
  var isBusy: Bool { code == EBUSY }
  /// There is no bandwidth left on the bus (from VIDIOC_STREAMON; a disk has nothing to do with it).
  var isBandwidth: Bool { code == ENOSPC }
  /// The device is not there, or not any more.
  var isNoDevice: Bool { [ENODEV, ENOENT, ENXIO].contains(code) }
  /// It may go well the next time: a camera that has not woken up yet answers so.
  var isPassing: Bool { [EIO, EPROTO, ETIMEDOUT, EINVAL, EPIPE, EILSEQ].contains(code) }
  /// A bridge that is there gets no signal that it could follow.
  var isNoSignal: Bool { [ENOLINK, ENOLCK, ERANGE].contains(code) }
  /// It makes no sense to the driver.
  var isBadValue: Bool { code == EINVAL || code == ERANGE }
  /// The user may not open it.
  var isForbidden: Bool { code == EACCES || code == EPERM }
}

extension Int32 {
  /// EINVAL.
  static var invalid: Int32 { EINVAL }
  /// EAGAIN.
  static var tryAgain: Int32 { EAGAIN }
  /// EIO.
  static var inputOutput: Int32 { EIO }
  /// ENOMEM.
  static var outOfMemory: Int32 { ENOMEM }
}
