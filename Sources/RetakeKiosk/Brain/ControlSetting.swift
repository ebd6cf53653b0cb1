/// What somebody sets a control of the camera to.
package enum ControlSetting: Hashable, Sendable {
  case number(Int)
  /// Of a switch, which numbers set as well; a button is pressed by it.
  case on(Bool)
}
