internal import Retake
internal import RetakeDisplay
package import RetakeKiosk
internal import RetakeLibrary
package import RetakeMedia
internal import RetakeRemote
internal import RetakeRuntime

/// The kiosk, the player alone and the tour: made, run and ended by the program's first thread.
package enum Booth {
  /// What a run was.
  package enum Outcome: Hashable, Sendable {
    /// It ran until it was ended.
    case ended
    /// It led itself through a tour: the take that it saved, and a picture of its screens.
    case toured(take: String, screens: String)
  }

  /// Runs the kiosk until it is ended; where there is no display, the tour.
  ///
  /// - Parameters:
  ///   - overlay: the file that keeps changes of the config.
  ///   - started: when the program began, on CLOCK_MONOTONIC.
  /// - Throws: what keeps it from running: config, storage, a second kiosk, no display.
  package static func run(
    _ config: Config, overlay: String, started: MediaTime
  ) throws(RetakeError) -> Outcome {
    let mailbox = Mailbox()
    let signals = SignalWatch { mailbox.post(.event(.terminate)) }
    defer { signals.stop() }
    let assets = try assets()
    let strings = try StringTable(assets)
    let location = try LibraryLocation(Places().library(config))
    let store = try TakeStore(at: location, rules: RetentionRules(config), mailbox: mailbox)
    let remote = try remote(Places().remote(config), isNamed: config.remote != nil, mailbox)
    let loop: BoothLoop
    do throws(RetakeError) {
      let (display, isTour) = try display(config, usual: nil)
      let config = isTour ? TourGuide.config(of: config) : config
      let settings = try MovieFileSettings(config, usualLimit: Config.kioskDurationLimit)
      let speaker = Speaker()
      let parts = BoothParts(
        config: config, mailbox: mailbox, stage: Stage(display, assets: assets), strings: strings,
        speaker: speaker, cues: Cues(speaker, assets: assets),
        capture: config.camera == .none
          ? nil : CaptureDesk(config, settings: settings, mailbox: mailbox),
        watch: DeviceWatch(config, mailbox: mailbox), overlay: isTour ? nil : overlay, store: store,
        files: SerialWorker(name: "files"),
        review: ReviewDesk(SDLAudioOutput(speaker), mailbox: mailbox), remote: remote
      )
      loop = make(parts, isTour: isTour, started: started, library: location.path)
    } catch {
      remote?.stop()
      remote?.join()
      throw error
    }
    return try run(loop)
  }

  private static func make(
    _ parts: BoothParts, isTour: Bool, started: MediaTime, library: String
  ) -> BoothLoop {
    let config = parts.config
    // The tour's take has a length; a guest's screen would count down to it.
    let limit = isTour ? nil : config.durationLimit(usual: Config.kioskDurationLimit)
    var settings = KioskSettings(
      config, limit: limit.map { MediaTime(seconds: $0) },
      language: parts.strings.best(for: Places().language(config)))
    settings.languages = parts.strings.choices
    let loop = BoothLoop(parts, settings: settings, started: started)
    if isTour { loop.guide = TourGuide(screens: library + "/screens.png") }
    return loop
  }

  /// Plays a file until it is closed.
  ///
  /// - Throws: why it cannot be played, or shown.
  package static func play(_ path: String, _ config: Config, started: MediaTime) throws(RetakeError) {
    let mailbox = Mailbox()
    let signals = SignalWatch { mailbox.post(.event(.terminate)) }
    defer { signals.stop() }
    let assets = try assets()
    let strings = try StringTable(assets)
    // Only where it is asked for: the usual socket is the kiosk's.
    let remote = try remote(
      config.remote == nil ? nil : Places().remote(config), isNamed: true, mailbox)
    let loop: BoothLoop
    do throws(RetakeError) {
      let (display, isWithout) = try display(config, usual: WindowSize(width: 1280, height: 720))
      guard !isWithout else {
        throw RetakeError(
          .failed, "there is no display to play on", advice: "Set DISPLAY or WAYLAND_DISPLAY.")
      }
      let speaker = Speaker()
      let parts = BoothParts(
        config: config, mailbox: mailbox, stage: Stage(display, assets: assets), strings: strings,
        speaker: speaker, cues: Cues(speaker, assets: assets), capture: nil, watch: nil, overlay: nil,
        store: nil,
        files: SerialWorker(name: "files"),
        review: ReviewDesk(SDLAudioOutput(speaker), mailbox: mailbox), remote: remote)
      var settings = KioskSettings(config, limit: nil, language: strings.best(for: Places().language(config)))
      settings.isPlayer = true
      settings.quitsWithWindow = true
      loop = BoothLoop(parts, settings: settings, started: started)
      loop.playback = BoothLoop.Playback(path: path)
    } catch {
      remote?.stop()
      remote?.join()
      throw error
    }
    _ = try run(loop)
  }

  /// Runs the loop, then ends all that runs beside it.
  private static func run(_ loop: BoothLoop) throws(RetakeError) -> Outcome {
    let parts = loop.parts
    parts.cues.volume = Float(parts.config.cueVolume)
    parts.mailbox.attach(parts.stage.display.waker)
    parts.remote?.start()
    loop.run()
    // Whatever hangs now, the program ends in time: the take on the disk is whole at any moment.
    let guardian = EndGuard(until: loop.endDeadline)
    parts.remote?.stop()
    parts.capture?.end()
    parts.watch?.end()
    parts.store?.end()
    parts.files.end()
    parts.review.end()
    parts.speaker.end()
    parts.capture?.join()
    parts.watch?.join()
    parts.store?.join()
    parts.files.join()
    parts.remote?.join()
    guardian.dismiss()
    if let failure = loop.failure { throw failure }
    if let guide = loop.guide { return try guide.outcome() }
    return .ended
  }

  private static func assets() throws(RetakeError) -> AssetLocator {
    guard let assets = AssetLocator() else {
      throw RetakeError(
        .failed, "the icons, sounds and words of the screens are nowhere to be found",
        advice: "Set RETAKE_ASSETS to the folder that holds icons, sounds and strings.")
    }
    return assets
  }

  /// The window; where there is no display, one in memory for the tour.
  private static func display(
    _ config: Config, usual: WindowSize?
  ) throws(RetakeError) -> (DisplayContext, isWithout: Bool) {
    let size = config.window(usual: usual)
    let mode: DisplayContext.Mode = size.map { .window(width: $0.width, height: $0.height) } ?? .fullScreen
    let turn = Turn(rawValue: config.rotate) ?? .none
    do throws(DisplayError) {
      let display = try DisplayContext(mode: mode, turn: turn)
      guard display.isWithoutDisplay else { return (display, false) }
    } catch {
      throw RetakeError(
        .failed, "there is no display: \(error)",
        advice: "`retake doctor` says what is missing; SDL_VIDEODRIVER chooses another way to draw.")
    }
    do throws(DisplayError) {
      return (try DisplayContext(mode: .window(width: 1280, height: 720)), true)
    } catch {
      throw RetakeError(.failed, "nothing can be drawn: \(error)", advice: "`retake doctor` may say why.")
    }
  }

  /// The socket; nil where there is none to be.
  private static func remote(
    _ path: String?, isNamed: Bool, _ mailbox: Mailbox
  ) throws(RetakeError) -> RemoteServer? {
    guard let path else {
      Log.info("no remote control: there is no folder for its socket")
      return nil
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if !isNamed, (try? SystemCalls.status(of: folder.isEmpty ? "/" : folder)) == nil {
      Log.warning("no remote control: there is no folder \(folder)")
      return nil
    }
    return try RemoteServer(at: path) { mailbox.wake() }
  }
}
