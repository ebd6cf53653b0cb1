/// The darkness between the picture and the controls: what the painter bakes into textures of the screen's size.
package struct Backdrop: Hashable, Sendable {
  /// A vertical ramp of ink. Its alpha grows from the picture to the screen's edge.
  package struct Scrim: Hashable, Sendable {
    /// The two ramps of LOOK.md 3.
    package enum Ramp: Sendable {
      case normal
      case deep
    }

    /// Where the dark end lies.
    package enum Edge: Sendable {
      case top
      case bottom
    }

    package var ramp: Ramp
    package var edge: Edge
    /// Height of the ramp, px.
    package var height: Float
    /// px beyond the ramp, towards the screen's edge, that have the full alpha (lifted controls).
    package var tail: Float
    /// The alpha at the dark end.
    package var peak: Float

    package init(_ ramp: Ramp, edge: Edge, height: Float, tail: Float, peak: Float) {
      self.ramp = ramp
      self.edge = edge
      self.height = height
      self.tail = tail
      self.peak = peak
    }
  }

  /// Ink over the whole screen, its alpha.
  package var wash: Float
  package var scrims: [Scrim]

  package init(wash: Float = 0, scrims: [Scrim] = []) {
    self.wash = wash
    self.scrims = scrims
  }
}

extension Backdrop.Scrim.Ramp {
  /// Positions from the picture (0) to the edge (1) with their alphas; straight between them; relative to a peak of .84.
  package var stops: [(position: Float, alpha: Float)] {
    switch self {
    case .normal: [(0, 0), (0.22, 0.10), (0.45, 0.34), (0.68, 0.62), (0.86, 0.78), (1, 0.84)]
    case .deep: [(0, 0), (0.12, 0.16), (0.30, 0.62), (0.60, 0.80), (1, 0.84)]
    }
  }
}

extension Backdrop.Scrim {
  /// The alpha at `position` 0 (picture) to 1 (edge) of the ramp.
  package func alpha(at position: Float) -> Float {
    let stops = ramp.stops
    guard position > 0 else { return 0 }
    guard position < 1, let upper = stops.firstIndex(where: { $0.position >= position }), upper > 0 else {
      return peak
    }
    let (low, high) = (stops[upper - 1], stops[upper])
    let share = (position - low.position) / (high.position - low.position)
    return (low.alpha + (high.alpha - low.alpha) * share) * peak / 0.84
  }
}

extension Backdrop {
  /// The ink's alpha at a height of a screen, all layers together; `y` and `height` in px.
  package func alpha(atY y: Float, height: Float) -> Float {
    var light = 1 - wash
    for scrim in scrims {
      let fromEdge = scrim.edge == .bottom ? height - y : y
      let position = fromEdge <= scrim.tail ? 1 : 1 - (fromEdge - scrim.tail) / scrim.height
      light *= 1 - scrim.alpha(at: position)
    }
    return 1 - light
  }
}
