package import RetakeMedia

extension RetakeError {
  /// A camera's own stream was to be copied, and it sends none.
  package static func noStream(of camera: String) -> RetakeError {
    RetakeError(
      .invalidArgument, "\(camera) sends neither H.264 nor HEVC, which --codec copy keeps as it comes",
      advice: "Leave --codec out, or choose another camera: `retake devices` lists what each of them sends.")
  }
}
