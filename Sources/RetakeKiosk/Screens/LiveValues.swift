/// What changes with every frame and is no business of the brain: read by the screens when they are drawn.
package struct LiveValues: Hashable, Sendable {
  /// The microphone's level.
  package var level = LevelMeter.Reading()
  /// Where the player stands, seconds.
  package var position = 0.0
  /// Values of the statistics overlay, as they are to be read; shown while the brain says so.
  package var statistics = Statistics()

  /// The lines of the overlay.
  package struct Statistics: Hashable, Sendable {
    package var camera = ""
    /// Why the camera is set to that.
    package var reason = ""
    package var microphone = ""
    package var shown = ""
    package var encoded = ""
    package var queue = ""
    package var latency = ""
    package var av = ""
    package var processor = ""

    package init() {}
  }

  package init() {}
}
