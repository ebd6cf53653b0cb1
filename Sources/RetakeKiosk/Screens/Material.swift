/// What a pill, panel or disc is made of.
package enum Material: Hashable, Sendable {
  /// Over a picture, carries all text.
  case smoke
  /// Toast and statistics.
  case denseSmoke
  /// White icons and large white text.
  case haze
  /// A coal card over a darkened picture.
  case card
  /// A dialog or list.
  case dialog
  /// One colour, without a hairline.
  case solid(Color)

  /// Its fill; the worst case over a white picture carries 4.5:1 for what LOOK allows on it.
  package var fill: Color {
    switch self {
    case .smoke: .ink.faded(0.76)
    case .denseSmoke: .ink.faded(0.92)
    case .haze: .ink.faded(0.60)
    case .card: .coal.faded(0.96)
    case .dialog: .slate
    case .solid(let color): color
    }
  }

  /// The line inside its edge; nil for none. It is `Material.hairlineWidth` u and at least 1 px wide.
  package var hairline: Color? {
    switch self {
    case .smoke, .denseSmoke, .haze: .white.faded(0.16)
    case .card, .dialog: .white.faded(0.14)
    case .solid: nil
    }
  }

  /// Width of a hairline in u.
  package static let hairlineWidth: Float = 0.16
}
