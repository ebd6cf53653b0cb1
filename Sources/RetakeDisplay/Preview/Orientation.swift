/// How a picture's pixels are laid onto the screen: mirrored left to right first, then turned clockwise.
struct Orientation: Hashable, Sendable {
  /// Whether left and right change places.
  var isMirrored: Bool
  /// The turn that follows.
  var turn: Turn

  /// What a picture needs that is upright after `rotation`, is mirrored in the scene or not, in a turned scene.
  init(rotation: Turn, isMirrored: Bool, scene: Turn) {
    // A mirrored turn is the opposite turn of the mirrored picture.
    let degrees = isMirrored ? scene.rawValue - rotation.rawValue : scene.rawValue + rotation.rawValue
    self.init(isMirrored: isMirrored, turn: Turn(rawValue: (degrees + 360) % 360) ?? .none)
  }

  init(isMirrored: Bool, turn: Turn) {
    self.isMirrored = isMirrored
    self.turn = turn
  }

  /// Whether rows are read from right to left, where rows stay rows.
  var reversesColumns: Bool { isMirrored != (turn == .half || turn == .threeQuarters) }

  /// Whether the last row comes first, where rows stay rows.
  var reversesRows: Bool { turn == .quarter || turn == .half }
}
