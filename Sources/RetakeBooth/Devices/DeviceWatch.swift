internal import RetakeDevices
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// Knows which devices there are: hears of those that come and go, and lists them on a thread of its own, because
/// drivers take their time to answer. Its calls return at once, from the first thread.
final class DeviceWatch: Sendable {
  private struct State {
    /// A list that will be made has not been begun.
    var isListing = false
    var microphone: OpenMicrophone?
    var encoders: [EncoderDescription]?
    var chooser: FormatChooser
  }

  private let mailbox: Mailbox
  private let monitor = DeviceMonitor()
  private let worker = SerialWorker(name: "device-list")
  private let state: Monitor<State>
  /// Whether the system tells of what is plugged in.
  let hearsOfDevices: Bool

  /// A watch that posts `deviceEvent` and `devicesListed`. The config says what cameras would be set to.
  init(_ config: Config, mailbox: Mailbox) {
    let chooser = FormatChooser(
      preset: config.preset, frameRate: config.frameRate, isStreamWanted: config.codec == .copy)
    state = Monitor(State(chooser: chooser))
    self.mailbox = mailbox
    hearsOfDevices = monitor.start { mailbox.post(.deviceEvent($0)) }
  }

  /// What the kiosk itself hears with: the system calls it busy.
  func use(_ microphone: OpenMicrophone?) {
    state.withLock { $0.microphone = microphone }
  }

  /// What cameras would be set to now.
  func use(_ preset: SessionPreset) {
    state.withLock { $0.chooser.preset = preset }
  }

  /// Lists the cameras and microphones; several calls in a row are one.
  func list() {
    let isNeeded = state.withLock { state in
      defer { state.isListing = true }
      return !state.isListing
    }
    guard isNeeded else { return }
    worker.perform { [self] in
      state.withLock { $0.isListing = false }
      mailbox.post(.devicesListed(current(encoders: [])))
    }
  }

  /// Lists everything for whoever asks.
  func list(for request: Int) {
    worker.perform { [self] in
      let encoders = state.withLock { $0.encoders } ?? EncoderDescription.all()
      state.withLock { $0.encoders = encoders }
      mailbox.post(.devicesAnswered(request: request, current(encoders: encoders)))
    }
  }

  private func current(encoders: [EncoderDescription]) -> DeviceList {
    let (chooser, microphone) = state.withLock { ($0.chooser, $0.microphone) }
    var list = DeviceList.current(chooser, encoders: encoders)
    if let microphone { list.setOpen(microphone) }
    return list
  }

  /// Takes no more work.
  func end() {
    monitor.stop()
    worker.end()
  }

  /// Waits for the end, once.
  func join() {
    monitor.join()
    worker.join()
  }
}
