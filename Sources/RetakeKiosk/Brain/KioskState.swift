package import RetakeMedia

/// Everything that the kiosk is doing. Changed by `reduce` alone.
package struct KioskState: Hashable, Sendable {
  package let settings: KioskSettings

  package internal(set) var phase = KioskPhase.starting
  /// When the phase began.
  package internal(set) var since: MediaTime
  /// The phase that this one came from, for what fades out.
  package internal(set) var previous = KioskPhase.starting
  /// The newest time heard of; time never goes back.
  package internal(set) var now: MediaTime
  /// When a person or a script last did something.
  package internal(set) var lastInput: MediaTime

  package internal(set) var camera = Camera.opening
  /// Who holds the camera, or the group that may open it, where that stands in the way.
  package internal(set) var cameraParty: String?
  package internal(set) var microphone = Microphone.live
  package internal(set) var devices = KioskDevices()
  package internal(set) var isMicrophoneMuted = false
  package internal(set) var countdown = Countdown()
  package internal(set) var recording = Recording()
  /// The take in finishing, review, saving, saved and interrupted.
  package internal(set) var take: KioskTake?
  package internal(set) var player = PlayerControls()
  /// Why a recording ended by itself; shown when the take is safe.
  package internal(set) var interruption: Interruption?
  /// Since when what the card tells of is well again; nil while it is not.
  package internal(set) var mendedSince: MediaTime?
  /// Why the last save of this take failed.
  package internal(set) var saveProblem: String?
  /// What the guest is told of it.
  package internal(set) var saveFault = Interruption.failure

  /// When a take whose picture was on the screen was thrown away.
  package internal(set) var discardedSince: MediaTime?
  package internal(set) var toast: Toast?
  /// Takes that were left behind, as long as nobody could be told of them.
  var recovered = RecoveryCount(recovered: 0)
  /// The 'Quit?' dialog stands over the screen since then.
  package internal(set) var dialogSince: MediaTime?
  package internal(set) var showsStatistics = false
  package internal(set) var language: String
  package internal(set) var promptIndex = 0

  /// The control under the finger that will act on release.
  package internal(set) var pressed: Control?
  package internal(set) var pressedSince: MediaTime
  /// The control that a finger has left last, and when: it springs back.
  package internal(set) var released: Control?
  package internal(set) var releasedSince: MediaTime
  /// When a finger last was on the screen.
  package internal(set) var lastTouch: MediaTime?
  /// What the keys would select; nil while keys are not in use.
  package internal(set) var focus: Control?
  /// The take was ended by SIGTERM or quit: everything ends by then.
  package internal(set) var quitDeadline: MediaTime?
  /// `quit` has been given out; nothing happens any more.
  package internal(set) var isOver = false

  var cornerTaps: [MediaTime] = []
  /// A tap on the picture that a second one may follow.
  var pictureTap: PictureTap?
  /// The last number given to a piece of work; its answer carries the same.
  var lastGeneration = 0
  // The work whose answer is awaited; answers with another number are late and dropped.
  var recordingGeneration: Int?
  var loadGeneration: Int?
  var fileGeneration: Int?
  /// A take that is saved while somebody makes the next one.
  var keepGeneration: Int?
  /// `stopRecording` has been given out for the recording.
  var isStopping = false
  /// From when an answer is awaited in starting, finishing and saving.
  var awaitingSince: MediaTime
  var pendingSaves: [Int] = []
  var pendingSeeks: [PendingSeek] = []
  /// What keeps the next take from being written; nil: nothing that is known.
  package internal(set) var storageProblem: Interruption?
  /// Commands for the take that is being fetched back.
  var waitingForPicture: [WaitingCommand] = []
  var change: PendingChange?
  /// A device does not answer, and all that is wanted of any has to wait for it.
  package internal(set) var areDevicesHeldUp = false
  /// From when on pictures are as the camera's controls were set.
  var settledAt: MediaTime

  /// A kiosk that has just been started at `now`.
  package init(settings: KioskSettings, now: MediaTime) {
    self.settings = settings
    self.now = now
    since = now
    lastInput = now
    pressedSince = now
    releasedSince = now
    awaitingSince = now
    settledAt = now
    language = settings.language
    microphone = settings.wantsMicrophone ? .live : .switchedOff
    showsStatistics = settings.showsStatistics
  }
}
