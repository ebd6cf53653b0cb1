internal import Retake
internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRuntime

/// The player of the take in review. First thread; players are opened and closed on the `review` thread, one after
/// another, because one gives the sound to the next.
final class ReviewDesk {
  /// The newest picture.
  private(set) var frame: VideoFrame?
  /// The last picture of the take that was closed, for as long as it is still seen.
  private(set) var leaving: ScreenPicture?
  /// The number of the effect that the player belongs to.
  private(set) var generation = 0
  private var player: Player?
  private var path: String?
  /// Made once the first picture is on the screen, which must not wait for it.
  private var thumbnails: ThumbnailStrip?
  private var volume = 1.0
  private var isMuted = false
  private let mailbox: Mailbox
  private let sound: SDLAudioOutput
  private let worker = SerialWorker(name: "review")

  /// A desk whose players are heard through `sound`.
  init(_ sound: SDLAudioOutput, mailbox: Mailbox) {
    self.sound = sound
    self.mailbox = mailbox
  }

  /// Begins to open the file at `path`; answered by `playerOpened`.
  func open(_ path: String, generation: Int) {
    close()
    self.generation = generation
    self.path = path
    let (mailbox, sound) = (mailbox, sound)
    worker.perform {
      let player = Player(path: path, audioOutput: sound) { mailbox.wake() }
      mailbox.post(.playerOpened(generation: generation, player))
    }
  }

  /// A player was opened; it is closed again where nobody wants it any more.
  func opened(_ player: Player, generation: Int) {
    guard generation == self.generation else { return close(player) }
    player.volume = Float(volume)
    player.isMuted = isMuted
    self.player = player
  }

  /// Lets go of the player and its picture.
  func close() {
    generation = 0
    leaving = picture
    frame = nil
    if let player { close(player) }
    player = nil
    if let thumbnails {
      thumbnails.stop()
      worker.perform { thumbnails.join() }
    }
    thumbnails = nil
  }

  /// It is not seen any more.
  func forgetLeaving() {
    leaving = nil
  }

  private func close(_ player: Player) {
    player.stop()
    worker.perform { player.join() }
  }

  /// The player belongs to another effect from now on.
  func adopt(generation: Int) {
    self.generation = generation
  }

  /// Takes the newest picture over; whether there was one.
  func takeFrame() -> Bool {
    guard let new = player?.takeFrame() else { return false }
    frame = new
    if thumbnails == nil, let path { thumbnails = ThumbnailStrip(path: path) }
    return true
  }

  /// The oldest event of the player that was not read yet.
  func nextEvent() -> PlayerEvent? {
    player?.nextEvent()
  }

  /// The player's picture for the screen.
  var picture: ScreenPicture? {
    frame.map(upright)
  }

  /// A small picture of exactly the frame at `seconds`; nil where there is none yet.
  func thumbnail(at seconds: Double) -> ScreenPicture? {
    thumbnails?.frame(at: MediaTime(seconds: seconds)).map(upright)
  }

  private func upright(_ frame: VideoFrame) -> ScreenPicture {
    let video = player?.media?.video
    return ScreenPicture(
      frame, rotation: Turn(rawValue: video?.rotation ?? 0) ?? .none,
      pixelAspectRatio: video?.pixelAspectRatio ?? Rational(1))
  }

  /// Whether the file has any; it is open.
  var hasPictures: Bool { player?.media?.video != nil }

  /// Seconds from the start.
  var position: Double { player?.currentTime.seconds ?? 0 }

  /// How long the file is, once that is known.
  var duration: MediaTime? { player?.duration }

  func play() { player?.play() }
  func pause() { player?.pause() }

  func seek(_ target: KioskEffect.SeekTarget, _ kind: KioskEffect.SeekKind, token: Int) {
    let isExact = kind == .exact
    switch target {
    case .position(let seconds):
      player?.seek(to: MediaTime(seconds: seconds), exact: isExact, token: token)
    case .relative(let seconds):
      player?.seek(to: MediaTime(seconds: position + seconds), exact: isExact, token: token)
    case .frames(let count): player?.step(by: count, token: token)
    }
  }

  func setVolume(_ volume: Double) {
    self.volume = volume
    player?.volume = Float(volume)
  }

  func setMuted(_ isMuted: Bool) {
    self.isMuted = isMuted
    player?.isMuted = isMuted
  }

  func setRate(_ rate: Double) {
    player?.rate = rate
  }

  /// Ends everything and waits for it. Once.
  func end() {
    close()
    worker.end()
    worker.join()
  }
}
