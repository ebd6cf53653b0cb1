package import RetakeMedia

extension RetakeError {
  /// What a failed system call on the way to `path` means for whoever wanted to write there.
  package init(storing path: String, _ error: SystemError) {
    switch error {
    case _ where error.isDiskFull:
      self.init(
        .storageFull, "no space left for \(path)", advice: "Free some space, or choose another disk.")
    case _ where error.isHeldElsewhere:
      self.init(
        .storageBusy, "another recording is being written to \(path)", advice: "Name another file, or wait.")
    case _ where error.isMissing:
      self.init(
        .storageMissing, "the folder of \(path) is not there", advice: "Create it, or choose another one.")
    case _ where error.isNotPermitted:
      self.init(
        .storageNotWritable, "cannot write \(path): \(error.reason)",
        advice: "Choose a place that this user may write to.")
    default:
      self.init(
        .storageFailed, "writing \(path) failed: \(error.reason)", advice: "Check the disk and its cable.")
    }
  }
}
