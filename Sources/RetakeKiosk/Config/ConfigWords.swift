// The words that keys choose from.

/// What the kiosk shows while camera `auto` finds none.
package enum CameraFallback: String, Sendable, CaseIterable {
  /// The test camera, under a badge that says so.
  case test
  /// A screen that waits for a camera.
  case wait
}

/// The compression of a take.
package enum CodecChoice: String, Sendable, CaseIterable {
  /// What suits the camera and the machine.
  case auto
  /// H.264.
  case h264
  /// H.265.
  case hevc
  /// As the camera compressed it.
  case copy
}

/// Where the camera sits beside the screen.
package enum LensPosition: String, Sendable, CaseIterable {
  /// At this edge.
  case top, left, right, bottom
}

/// How much the log tells.
package enum LogLevel: String, Sendable, CaseIterable {
  /// Each tells what those before it tell, too.
  case error, warning, info, debug
}

/// What becomes of a take that nobody decides on.
package enum ReviewTimeout: String, Sendable, CaseIterable {
  /// It is kept.
  case save
  /// It goes where discarded takes go.
  case discard
}
