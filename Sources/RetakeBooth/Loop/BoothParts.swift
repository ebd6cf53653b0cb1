internal import RetakeDisplay
internal import RetakeKiosk
internal import RetakeMedia
internal import RetakeRemote

/// What the loop stands on; made by `Booth`, which also ends it.
struct BoothParts {
  let config: Config
  let mailbox: Mailbox
  let stage: Stage
  let strings: StringTable
  let speaker: Speaker
  let cues: Cues
  /// nil without a camera, and in the player alone.
  let capture: CaptureDesk?
  /// nil where there are no devices to be watched.
  let watch: DeviceWatch?
  /// Where changes of the config are kept; nil: nowhere.
  let overlay: String?
  /// nil in the player alone.
  let store: TakeStore?
  let files: SerialWorker
  let review: ReviewDesk
  /// nil without a socket.
  let remote: RemoteServer?
}
