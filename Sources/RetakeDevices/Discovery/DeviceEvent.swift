/// A device came, went or changed.
package struct DeviceEvent: Hashable, Sendable {
  /// What happened.
  package enum Action: String, Sendable {
    case added = "add"
    case removed = "remove"
    case changed = "change"
  }

  /// What happened.
  package var action: Action
  /// Whether it is a camera's node; else a sound card.
  package var isCamera: Bool
  /// Its node, such as `/dev/video0`; sound cards have the one of their mixer, or none.
  package var node: String?

  /// The kernel's names of the two kinds.
  static let cameras = "video4linux"
  static let soundCards = "sound"

  /// An event.
  package init(action: Action, isCamera: Bool, node: String?) {
    self.action = action
    self.isCamera = isCamera
    self.node = node
  }
}
