internal import RetakeMedia

/// The line that says that the kiosk is up.
struct Announcement {
  var camera: OpenCamera?
  /// Of the remote control; nil where there is none.
  var socket: String?

  var words: String {
    let sight = camera.map { "with camera '\($0.name)', \($0.setting)" } ?? "without a camera so far"
    let ends = "Ctrl+C ends it"
    guard let socket else { return "the kiosk runs \(sight); \(ends)" }
    return
      "the kiosk runs \(sight); `retake ctl COMMAND` speaks to it at \(socket); `retake ctl quit` or \(ends)"
  }
}
