package import RetakeMedia

/// What the brain and the screens have to know of the configuration. Fixed while the kiosk runs.
package struct KioskSettings: Hashable, Sendable {
  /// What becomes of a take that nobody decides about.
  package enum ReviewPolicy: String, CaseIterable, Sendable {
    case save
    case discard
  }

  /// Seconds from the button to the take; under 0.25, the time of the start cue, it lasts 0.25 s.
  package var countdown = 3.0
  /// The longest take; nil for no limit of its own.
  package var maxDuration: MediaTime?
  package var reviewTimeout = ReviewPolicy.save
  /// Guests see themselves as in a mirror.
  package var mirror = true
  package var gravity = PictureGravity.fill
  /// Closing the window quits (`--windowed`).
  package var quitsWithWindow = false

  // Layout, see ScreenMetrics.
  package var scale: Float = 1
  package var overscan: Float = 0
  package var handOffset: Float = 0
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
}

/// A language by its tag and its own name.
package struct LanguageChoice: Hashable, Sendable {
  package var tag: String
  package var name: String

  package init(tag: String, name: String) {
    self.tag = tag
    self.name = name
  }
}
