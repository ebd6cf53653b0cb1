package import RetakeMedia

/// What the brain and the screens have to know of the configuration. Fixed while the kiosk runs.
package struct KioskSettings: Hashable, Sendable {
  /// Seconds from the button to the take; under 0.25, the time of the start cue, it lasts 0.25 s.
  package var countdown = 3.0
  /// A microphone is looked for; without that nobody need be told that takes have no sound.
  package var wantsMicrophone = true
  /// Takes begin before the touch: the countdown is silent, because it is in them.
  package var hasPreRoll = false
  /// Guests may pause a take.
  package var hasPauseButton = false
  /// The longest take; nil for no limit of its own.
  package var maxDuration: MediaTime?
  /// What becomes of a take that nobody decides about.
  package var reviewTimeout = ReviewTimeout.save
  /// Guests see themselves as in a mirror.
  package var mirror = true
  package var gravity = VideoGravity.fill
  /// The player alone (`retake play`): one file, nothing to decide, Escape ends it.
  package var isPlayer = false
  /// Statistics show from the start.
  package var showsStatistics = false
  /// Closing the window quits (`--windowed`).
  package var quitsWithWindow = false

  // Layout, see ScreenMetrics.
  package var scale: Float = 1
  package var overscan: Float = 0
  package var handOffset: Float = 0
  /// Where the camera sits: the countdown stands beside it.
  package var lens = LensPosition.top
  /// Everything but the record button's rings cuts instead of moving.
  package var reducedMotion = false

  /// The language that the kiosk starts in and comes back to.
  package var language = "en"
  /// Languages to choose from on the attract screen; the choice is hidden where there are fewer than two.
  package var languages: [LanguageChoice] = []
  /// Questions for the guest, one of them shown at a time; may be empty.
  package var prompts: [String] = []
  package var eventName = ""
  package var eventLine = ""
  /// Large words of the attract screen; nil for those of the language.
  package var headline: String?

  package init() {}

  /// Those of a configuration.
  /// - Parameters:
  ///   - limit: the longest take; nil for none.
  ///   - language: a tag; the configuration's may be `auto`.
  package init(_ config: Config, limit: MediaTime?, language: String) {
    countdown = Double(config.countdown)
    wantsMicrophone = config.microphone != .none
    maxDuration = limit
    hasPreRoll = config.preRoll > 0
    hasPauseButton = config.pauseButton
    reviewTimeout = config.reviewTimeout
    mirror = config.mirror
    gravity = config.gravity
    showsStatistics = config.stats
    quitsWithWindow = config.windowed != nil
    scale = Float(config.scale)
    overscan = Float(config.overscan / 100)
    handOffset = Float(config.handOffset)
    lens = config.lens
    self.language = language
  }
}
