package import RetakeMedia

extension KioskState {
  /// What the camera is doing.
  package enum Camera: Hashable, Sendable {
    /// Being opened; no picture yet.
    case opening
    /// There is a picture; `isTest` where it is the built-in camera.
    case live(isTest: Bool)
    /// There is none; the kiosk looks for it.
    case missing(CameraProblem)

    package var isLive: Bool {
      if case .live = self { true } else { false }
    }
  }

  /// Why there is no picture.
  package enum CameraProblem: String, CaseIterable, Sendable {
    /// `--camera none`: not looked for.
    case switchedOff
    case notFound
    case busy
    case notPermitted
    case unplugged
    /// It is open but sends nothing.
    case silent
    /// Its bus has no room for another camera's pictures.
    case busFull
  }

  /// What the microphone is doing.
  package enum Microphone: Hashable, Sendable {
    /// It is heard, or will be soon.
    case live
    /// None is wanted.
    case switchedOff
    /// There is none; the kiosk looks for it, and takes are silent.
    case missing(MicrophoneProblem)
  }

  /// Why there is no sound.
  package enum MicrophoneProblem: String, CaseIterable, Sendable {
    case notFound
    case busy
    case notPermitted
    case unplugged
    /// It is open but gives nothing.
    case silent
  }

  /// How far the countdown's cues are.
  package struct Countdown: Hashable, Sendable {
    /// The number last heard.
    var digit = 0
    /// When the start cue began.
    var startCue: MediaTime?
  }

  /// The take being made.
  package struct Recording: Hashable, Sendable {
    /// When it was asked for: a pre-roll begins before that.
    package internal(set) var pressed: MediaTime?
    /// When its first picture was taken, moved on by what was paused; nil until then.
    package internal(set) var start: MediaTime?
    /// Since when it is paused.
    package internal(set) var pausedSince: MediaTime?
    /// When it is going to end by itself, if it goes on; nil: never.
    package internal(set) var end: MediaTime?
    /// The last seconds have been said.
    var isLimitAnnounced = false

    package var isPaused: Bool { pausedSince != nil }

    /// How long it is, seconds.
    package func time(at now: MediaTime) -> Double {
      start.map { max(0, ((pausedSince ?? now) - $0).seconds) } ?? 0
    }

    /// What is left of it, seconds; nil where nothing ends it.
    package func timeLeft(at now: MediaTime) -> Double? {
      end.map { max(0, ($0 - (pausedSince ?? now)).seconds) }
    }
  }

  /// What the guest has set on the player.
  package struct PlayerControls: Hashable, Sendable {
    /// A picture of the take is on the screen.
    package internal(set) var isLoaded = false
    package internal(set) var isPlaying = false
    /// It stands behind the last picture.
    package internal(set) var isAtEnd = false
    /// When it first came to the end.
    package internal(set) var firstEnd: MediaTime?
    package internal(set) var volume = 1.0
    package internal(set) var isMuted = false
    /// The slider of the volume: when it came, and when it was last moved; nil where it is away.
    package internal(set) var volumeSince: MediaTime?
    package internal(set) var volumeMoved: MediaTime?
    /// The finger has the slider's handle.
    var followsFinger = false
    package internal(set) var rate = 1.0
    /// It begins again at its end.
    package internal(set) var isLooping = false
    /// The chips with the rates: when they came, and when one was last touched; nil where they are away.
    package internal(set) var ratesSince: MediaTime?
    var ratesTouched: MediaTime?
    /// Controls fade out after 3 s without a touch.
    package internal(set) var isFullScreen = false
    package internal(set) var scrub: Scrub?
    /// When the finger left the scrub bar.
    package internal(set) var scrubEnd: MediaTime?
  }

  /// A finger on the scrub bar.
  package struct Scrub: Hashable, Sendable {
    /// 0 to 1 of the take.
    package internal(set) var value: Double
    package internal(set) var since: MediaTime
    var wasPlaying: Bool
  }

  /// Why a recording ended by itself.
  package enum Interruption: String, CaseIterable, Sendable {
    case camera
    /// The camera is there and sends nothing more.
    case cameraSilent
    /// The computer slept.
    case sleep
    /// The disk is full.
    case storage
    /// The disk fails, or may not be written any more.
    case disk
    /// The disk, or the library on it, has gone away.
    case diskGone
    case failure
  }

  /// The line at the bottom that goes by itself.
  package struct Toast: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// With Undo.
      case discarded(KioskTake)
      case notice(KioskNotice)
      case recovered(RecoveryCount)
      /// An interrupted take is saved.
      case kept
      /// Why what was touched does nothing.
      case unavailable(Unavailable)
    }

    /// What another take has to wait for.
    package enum Unavailable: Sendable {
      case noCamera
      /// Another one is being opened.
      case cameraChanges
    }

    package internal(set) var kind: Kind
    package internal(set) var since: MediaTime
  }

  struct PendingSeek: Hashable, Sendable {
    var token: Int
    var request: Int
    var since: MediaTime
  }

  /// A command for a take whose picture is still to come.
  struct WaitingCommand: Hashable, Sendable {
    var command: KioskCommand
    var request: Int
    var since: MediaTime
  }

  /// Commands that may wait at once.
  static let mostWaiting = 64

  struct PictureTap: Hashable, Sendable {
    var time: MediaTime
    var isLeft: Bool
  }
}

extension KioskState {
  /// All times of the table of states, in seconds.
  package enum Times {
    package static let deaf = 0.4
    package static let startCue = 0.25
    package static let readyIdle = 45.0
    /// From here `Still there?` is shown.
    package static let readyAsks = 35.0
    package static let reviewIdle = 60.0
    /// From here the screen says what will happen.
    package static let reviewWarns = 40.0
    package static let savedIdle = 20.0
    package static let interruptedIdle = 60.0
    /// A card can be read for so long at least, and so long after its cause has gone.
    static let cardShown = 5.0
    package static let cardMended = 3.0
    package static let dialogIdle = 30.0
    package static let toast = 8.0
    package static let shortestTake = 0.3
    /// What takes no longer is not seen to take time.
    package static let patience = 0.15
    /// So long after a control was set pictures may still be in between.
    static let settling = 0.5
    package static let fullScreenChrome = 3.0
    /// How long the slider of the volume stays after the last touch.
    package static let volumeSlider = 3.0
    /// From here a press is a long one.
    static let longPress = 0.5
    /// How long the chips with the rates stay after the last touch.
    static let rates = 4.0
    /// Two taps on the picture within this time are one double tap.
    static let doubleTap = 0.35
    static let cornerTaps = 4.0
    // How long an answer may take before the kiosk goes on without it.
    static let starting = 10.0
    static let recordingStart = 5.0
    static let limitGrace = 2.0
    /// By how much the end of a take must be off to be told anew: seconds, and a share of what is left.
    static let limitSlack = 0.3
    static let limitShare = 0.02
    /// From here the end of a take is announced.
    package static let lastSeconds = 10.0
    /// Nobody goes on with a paused take: it ends.
    package static let pauseIdle = 60.0
    static let finishing = 10.0
    static let saving = 30.0
    static let seek = 10.0
    static let change = 20.0
    static let quit = 2.5
  }

  /// The length of the countdown.
  package var countdownLength: MediaTime { MediaTime(seconds: max(settings.countdown, Times.startCue)) }

  /// When the countdown is over, as far as known.
  package var countdownEnd: MediaTime {
    let planned = max(since + countdownLength, settledAt)
    // The take begins when the cue has ended, however late the cue came.
    guard let cue = countdown.startCue else { return planned }
    return max(planned, cue + MediaTime(seconds: Times.startCue))
  }

  /// When the slider of the volume goes; nil where it is away.
  package var volumeSliderEnd: MediaTime? {
    guard phase == .review, let moved = player.volumeMoved else { return nil }
    let isHeld = pressed == .volume || pressed == .volumeSlider
    return (isHeld ? max(moved, now) : moved) + MediaTime(seconds: Times.volumeSlider)
  }

  /// When the review acts by its policy; nil outside of it.
  package var reviewDeadline: MediaTime? {
    guard phase == .review, player.scrub == nil, !settings.isPlayer else { return nil }
    var start = max(lastInput, since)
    if let end = player.firstEnd {
      start = max(start, end)
    } else if player.isPlaying, let take {
      // The end will be told; this is for the case that it never is.
      start += MediaTime(seconds: take.duration.seconds / player.rate + 5)
    }
    return start + MediaTime(seconds: Times.reviewIdle)
  }

  /// There are two cameras or more to choose from.
  package var offersNextCamera: Bool { devices.nextCamera != nil }

  /// Somebody has asked for another device, which is being opened.
  package var hasChange: Bool { change != nil }

  /// When a change of the devices takes so long that it is to be seen; nil where none is under way.
  package var changeSeen: MediaTime? {
    change.map { $0.since + MediaTime(seconds: Times.patience) }
  }

  /// What there is to select by keys: the main action first, then leading to trailing, top to bottom.
  package var focusOrder: [Control] {
    if dialogSince != nil { return [.dialogSafe, .dialogAct] }
    let undo: [Control] = if case .discarded = toast?.kind { [.undo] } else { [] }
    switch phase {
    case .attract:
      return (storageProblem == nil && !areDevicesHeldUp ? [.record] : [])
        + (settings.languages.count > 1 ? settings.languages.map { .language($0.tag) } : [])
    case .ready:
      return (change != nil || areDevicesHeldUp || storageProblem != nil ? [] : [.record])
        + (settings.prompts.count > 1 ? [.nextPrompt] : [])
        + (offersNextCamera ? [.switchCamera] : []) + undo
    case .countdown: return [.record]
    case .recording: return [.record] + (settings.hasPauseButton ? [.pauseRecording] : [])
    case .review where settings.isPlayer:
      return [.playPause, .volume, .fullScreen] + rateChoices + [.stepBack, .stepForward, .scrub]
    case .review:
      return [.save, .volume, .fullScreen] + rateChoices
        + [.playPause, .stepBack, .stepForward, .scrub, .discard, .retake]
    case .saved: return [.newRecording, .undo]
    case .interrupted: return take == nil ? [.startAgain] : [.watchTake, .startAgain]
    case .starting, .finishing, .saving: return []
    }
  }
}
