internal import Retake
internal import RetakeMedia

/// A camera that is open and has sent a picture.
struct OpenCamera: Hashable, Sendable {
  /// Names it as `--camera` would, `auto` by what was found.
  var id: String
  var name: String
  var format: VideoFormat
  /// Why a real one was set so.
  var choice: FormatChoice?
  /// Its bus has no room for its best picture.
  var isReduced: Bool
  /// Whether it is the built-in one, and whether that stands in for one that is missing.
  var isTest: Bool
  var isStandIn: Bool

  /// What `input`, a camera, is.
  init(_ input: CaptureDeviceInput, isStandIn: Bool) {
    guard let format = input.videoFormat else { preconditionFailure("a camera has a format") }
    id = input.uniqueID
    name = input.localizedName
    self.format = format
    choice = input.formatChoice
    isReduced = input.isReduced
    isTest = DeviceSpec(input.uniqueID)?.isTest ?? false
    self.isStandIn = isStandIn
  }

  /// Size, rate and kind of its pictures, for the statistics.
  var setting: String {
    let code = choice.map { " " + $0.format.code } ?? ""
    return "\(format.width)x\(format.height)@\(Int(format.frameRate.value.rounded()))\(code)"
  }

  /// Why it is set to that, without what it is set to.
  var reason: String {
    guard let reason = choice?.reason else { return "" }
    return reason.firstRange(of: ": ").map { String(reason[$0.upperBound...]) } ?? reason
  }

  /// A file may be held up for as long as it likes.
  var isFile: Bool { id.hasPrefix("file:") }
}

/// A microphone that is open.
struct OpenMicrophone: Hashable, Sendable {
  var id: String
  var format: AudioFormat?

  /// Its rate and channels, for the statistics.
  var setting: String {
    guard let format else { return id }
    let channels = [1: "mono", 2: "stereo"][format.channels] ?? "\(format.channels) ch"
    let tenths = format.sampleRate / 100
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " kHz \(channels)"
  }

  /// What `input`, a microphone, is.
  init(_ input: CaptureDeviceInput) {
    id = input.uniqueID
    format = input.audioFormat
  }
}
