/// All words of the kiosk in one language.
package struct Strings: Hashable, Sendable {
  /// Every text there is, by its name in assets/strings/*.json.
  package enum Key: String, CaseIterable, Sendable {
    /// `ltr` or `rtl`.
    case direction
    /// The ten digits, 0 first, and what stands before tenths.
    case digits, decimal
    case headline
    case recordStart = "record.start"
    case recordIdle = "record.idle"
    case recordCancel = "record.cancel"
    case recordStop = "record.stop"
    case recordFinishing = "record.finishing"
    case recordHeldUp = "record.held_up"
    case recordOffSwitchedOff = "record.off.switched_off"
    case recordOffNotFound = "record.off.not_found"
    case recordOffBusy = "record.off.busy"
    case recordOffNotPermitted = "record.off.not_permitted"
    case recordOffUnplugged = "record.off.unplugged"
    case recordOffSilent = "record.off.silent"
    case recordOffBusFull = "record.off.bus_full"
    case lookHere = "look_here"
    case stillThere = "still_there"
    case rec
    case left, paused
    case noSound = "no_sound"
    case microphoneOff = "microphone_off"
    case testCamera = "test_camera"
    case needsCamera = "needs_camera"
    case cameraChanges = "camera_changes"
    case discard, retake, save, undo
    /// `{n}`: seconds.
    case savingIn = "saving_in"
    case discardingIn = "discarding_in"
    case saving
    case saved
    case savedLine = "saved.line"
    case newRecording = "new_recording"
    case backToStart = "back_to_start"
    case takeDiscarded = "take_discarded"
    case noticeTooShort = "notice.too_short"
    case noticeNoSound = "notice.no_sound"
    case noticeCameraLost = "notice.camera_lost"
    case noticeCameraReduced = "notice.camera_reduced"
    case noticeCameraKept = "notice.camera_kept"
    case noticeMicrophoneLost = "notice.microphone_lost"
    case noticeMicrophoneBusy = "notice.microphone_busy"
    case noticeMicrophoneLocked = "notice.microphone_locked"
    case noticeClockSet = "notice.clock_set"
    case noticeSaveFailed = "notice.save_failed"
    case noticeNotSavedFull = "notice.not_saved.full"
    case noticeNotSavedDisk = "notice.not_saved.disk"
    case noticeNotSavedGone = "notice.not_saved.gone"
    case noticeNotKept = "notice.not_kept"
    case noticeUndoFailed = "notice.undo_failed"
    case noticeNoAnswer = "notice.no_answer"
    case noticeRecoveredOne = "notice.recovered_one"
    /// `{n}`: takes.
    case noticeRecovered = "notice.recovered"
    case noticeDamagedOne = "notice.damaged_one"
    /// `{n}`: takes.
    case noticeDamaged = "notice.damaged"
    case interruptedCamera = "interrupted.camera"
    case interruptedCameraSilent = "interrupted.camera_silent"
    case interruptedSleep = "interrupted.sleep"
    case interruptedStorage = "interrupted.storage"
    case interruptedDisk = "interrupted.disk"
    case interruptedDiskGone = "interrupted.disk_gone"
    case interruptedDiskGoneLine = "interrupted.disk_gone.line"
    case interruptedDiskBackLine = "interrupted.disk_back.line"
    case interruptedFailure = "interrupted.failure"
    /// `{n}`: seconds that are safe.
    case interruptedCameraLine = "interrupted.camera.line"
    case interruptedSafeLine = "interrupted.safe.line"
    case interruptedNothingLine = "interrupted.nothing.line"
    case interruptedNothingStoredLine = "interrupted.nothing_stored.line"
    case watchIt = "watch_it"
    case startAgain = "start_again"
    /// `{name}`: why.
    case takeEndsThere = "take_ends_there"
    case takeKept = "take_kept"
    case lookingForCamera = "looking_for_camera"
    case cameraIsBack = "camera_is_back"
    case diskIsBack = "disk_is_back"
    case startingTitle = "starting"
    case startingLine = "starting.line"
    case cameraOffTitle = "camera.off"
    case cameraOffLine = "camera.off.line"
    case cameraNotFoundTitle = "camera.not_found"
    case cameraNotFoundLine = "camera.not_found.line"
    case cameraBusyTitle = "camera.busy"
    case cameraBusyLine = "camera.busy.line"
    /// `{name}`: the program that holds it.
    case cameraBusyPartyLine = "camera.busy.party.line"
    case cameraNotPermittedTitle = "camera.not_permitted"
    case cameraNotPermittedLine = "camera.not_permitted.line"
    /// `{name}`: the group whose members may.
    case cameraNotPermittedPartyLine = "camera.not_permitted.party.line"
    case cameraUnpluggedTitle = "camera.unplugged"
    case cameraUnpluggedLine = "camera.unplugged.line"
    case cameraSilentTitle = "camera.silent"
    case cameraSilentLine = "camera.silent.line"
    case cameraBusFullTitle = "camera.bus_full"
    case cameraBusFullLine = "camera.bus_full.line"
    case quitTitle = "quit"
    case quitLine = "quit.line"
    case quitSafe = "quit.safe"
    case quitAct = "quit.act"
    case statisticsCamera = "statistics.camera"
    case statisticsReason = "statistics.reason"
    case statisticsMicrophone = "statistics.microphone"
    case statisticsShown = "statistics.shown"
    case statisticsEncoded = "statistics.encoded"
    case statisticsQueue = "statistics.queue"
    case statisticsLatency = "statistics.latency"
    case statisticsAV = "statistics.av"
    case statisticsProcessor = "statistics.cpu"
  }

  /// The language's tag.
  package var language: String
  private var table: [Key: String]

  /// The texts of `language` from its file. A text that is missing there shows its key's name;
  /// `missing` and `unknown` say so for the log, and the tests hold our own files complete.
  package init(language: String, _ file: [String: String]) {
    self.language = language
    table = [:]
    for (name, text) in file { if let key = Key(rawValue: name) { table[key] = text } }
  }

  package subscript(key: Key) -> String {
    table[key] ?? key.rawValue
  }

  /// The text with its `{n}` filled in, in the language's digits.
  package subscript(key: Key, number: Int) -> String {
    let text = self[key]
    guard let place = text.firstRange(of: "{n}") else { return text }
    return text.replacingCharacters(in: place, with: localized(String(number)))
  }

  /// The text with its `{name}` filled in.
  package subscript(key: Key, name name: String) -> String {
    let text = self[key]
    guard let place = text.firstRange(of: "{name}") else { return text }
    return text.replacingCharacters(in: place, with: name)
  }

  package var isRightToLeft: Bool { table[.direction] == "rtl" }

  /// Keys without a text.
  package var missing: [String] {
    Key.allCases.filter { table[$0] == nil }.map(\.rawValue)
  }

  /// Names of a file that no key has.
  package static func unknown(in file: [String: String]) -> [String] {
    file.keys.filter { Key(rawValue: $0) == nil }.sorted()
  }

  /// Digits 0 to 9 replaced by the language's own.
  package func localized(_ text: String) -> String {
    let digits = Array(table[.digits] ?? "")
    guard digits.count == 10, digits[0] != "0" else { return text }
    return String(text.map { $0.isASCII ? $0.wholeNumberValue.map { digits[$0] } ?? $0 : $0 })
  }

  /// How many times as fast, to hundredths: `0.25×`, `2×`.
  package func factor(_ factor: Double) -> String {
    let hundredths = Int((min(max(factor, 0), 1000) * 100).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    let places = rest == 0 ? "" : rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return localized("\(whole)") + (places.isEmpty ? "" : self[.decimal] + localized(places)) + "\u{D7}"
  }

  /// A span of time as a clock shows it: `0:07`, `12:30`, `1:02:05`; full seconds, downwards.
  package func clock(_ seconds: Double) -> String {
    let whole = Int(min(max(seconds, 0), 359_999))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, two(whole % 60))
    return localized(hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)")
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
