package import RetakeMedia

/// Something that happened, and when.
package struct KioskEvent: Hashable, Sendable {
  package enum PointerPhase: Sendable {
    case down
    case moved
    case up
    /// The system took the finger away.
    case cancelled
  }

  /// Why a recording ended.
  package enum EndReason: Hashable, Sendable {
    /// Asked for, or a limit was reached.
    case wanted
    case fault(KioskState.Interruption)
  }

  package enum Kind: Hashable, Sendable {
    /// Only time has passed.
    case tick
    case pointer(PointerPhase, PointerHit)
    case key(KioskKey)
    case command(KioskCommand, request: Int)
    /// SIGTERM or SIGINT.
    case terminate
    case windowClosed

    /// A first picture of a camera is on the screen: at the start, and each time a camera comes back.
    case previewStarted(isTest: Bool)
    /// `of` is who holds it, or the group that may open it.
    case cameraMissing(KioskState.CameraProblem, of: String? = nil)
    /// The camera's picture is smaller than it could be: its bus is full.
    case cameraReduced
    case microphone(KioskState.Microphone)
    /// What keeps the next take from being written; nil: nothing.
    case storage(KioskState.Interruption?)
    /// What there is to choose from, and what is used.
    case devices(KioskDevices)
    /// Whether a device that is opened or changed does not answer.
    case devicesHeldUp(Bool)
    /// A control of the camera was set.
    case controlChanged
    /// A change of the devices is over.
    case changed(generation: Int, KioskReply)
    /// The player alone: the file to play.
    case open(KioskTake)

    // Answers; those with a generation belong to the effect that carried the same.
    case recordingStarted(generation: Int, at: MediaTime)
    /// What is left of the take until it ends by itself; nil: nothing ends it.
    case recordingLimit(generation: Int, left: MediaTime?)
    /// Somebody set the wall clock during the take.
    case clockSet(generation: Int)
    /// Comes once for each `startRecording`, also where nothing was recorded (no take).
    case recordingEnded(generation: Int, EndReason, KioskTake?)
    /// The take's first picture is on the screen.
    case firstPicture(generation: Int)
    case loadFailed(generation: Int)
    case seekCompleted(token: Int, position: Double)
    case playerEnded(generation: Int)
    /// Durable; where it lies now.
    case saved(generation: Int, KioskTake)
    /// In words, and what the guest is told.
    case saveFailed(generation: Int, String, KioskState.Interruption = .failure)
    /// Back from where discard or save had put it.
    case undone(generation: Int, KioskTake)
    case undoFailed(generation: Int)
    /// Takes that an earlier run had left behind were looked after.
    case recovered(RecoveryCount)
  }

  package var kind: Kind
  package var now: MediaTime

  package init(_ kind: Kind, at now: MediaTime) {
    self.kind = kind
    self.now = now
  }
}
