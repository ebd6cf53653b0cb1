internal import RetakeKiosk

/// Triangles for the renderer, with colours that run between their corners. An edge is soft over the pixel that
/// it crosses: full inside, clear outside.
struct Mesh {
  struct Vertex {
    var point: ScreenPoint
    var color: Color
    /// Where in the texture, 0 to 1.
    var texture = ScreenPoint(x: 0, y: 0)
  }

  private(set) var vertices: [Vertex] = []
  private(set) var indices: [Int32] = []

  /// Adds a point; its number.
  private mutating func add(_ point: ScreenPoint, _ color: Color) -> Int32 {
    vertices.append(Vertex(point: point, color: color))
    return Int32(vertices.count - 1)
  }

  private mutating func triangle(_ a: Int32, _ b: Int32, _ c: Int32) {
    indices += [a, b, c]
  }

  /// Joins two chains of the same length by a band.
  private mutating func band(_ first: [Int32], _ second: [Int32]) {
    for index in 1..<first.count {
      triangle(first[index - 1], second[index - 1], second[index])
      triangle(first[index - 1], second[index], first[index])
    }
  }

  /// Points on a circle, from one turn to another; turns count clockwise from 12 o'clock.
  private mutating func chain(
    _ center: ScreenPoint, radius: Float, from: Float, to: Float, count: Int, _ color: Color
  ) -> [Int32] {
    (0...count).map { step in
      let turn = from + (to - from) * Float(step) / Float(count)
      return add(center.moved(by: radius, toward: turn), color)
    }
  }

  /// A triangle, soft at its edges.
  static func triangle(_ a: ScreenPoint, _ b: ScreenPoint, _ c: ScreenPoint, _ color: Color) -> Mesh {
    var mesh = Mesh()
    let center = ScreenPoint(x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3)
    let corners = [a, b, c, a]
    // Half a pixel in and out, measured from the middle: near enough for so small a thing.
    let inner = corners.map { mesh.add($0.moved(by: -0.5, from: center), color) }
    let outer = corners.map { mesh.add($0.moved(by: 0.5, from: center), color.faded(0)) }
    mesh.triangle(inner[0], inner[1], inner[2])
    mesh.band(inner, outer)
    return mesh
  }

  /// A picture with round corners of six points each: `source` of a texture in `target`. No corner lies nearer to the
  /// texture's rim than the middle of its outermost pixels, so that nothing from behind the rim bleeds in. Not for SDL's
  /// own renderer; see `ScaledPicture`.
  static func roundedPicture(
    _ target: ScreenRect, radius: Float, source: ScreenRect, textureWidth: Float, textureHeight: Float
  ) -> Mesh {
    var mesh = Mesh()
    let radius = min(radius, target.width / 2, target.height / 2)
    let corners: [(x: Float, y: Float, from: Float)] = [
      (target.maxX - radius, target.y + radius, 0), (target.maxX - radius, target.maxY - radius, 0.25),
      (target.x + radius, target.maxY - radius, 0.5), (target.x + radius, target.y + radius, 0.75),
    ]
    let middle = mesh.add(target.center, .white)
    var rim: [Int32] = []
    for corner in corners {
      let center = ScreenPoint(x: corner.x, y: corner.y)
      rim += mesh.chain(
        center, radius: radius, from: corner.from, to: corner.from + 0.25, count: 5, .white)
    }
    for index in rim.indices {
      mesh.triangle(middle, rim[index], rim[(index + 1) % rim.count])
    }
    for index in mesh.vertices.indices {
      let point = mesh.vertices[index].point
      let x = min(
        max(source.x + (point.x - target.x) / target.width * source.width, 0.5), textureWidth - 0.5)
      let y = min(
        max(source.y + (point.y - target.y) / target.height * source.height, 0.5), textureHeight - 0.5)
      mesh.vertices[index].texture = ScreenPoint(x: x / textureWidth, y: y / textureHeight)
    }
    return mesh
  }
}
