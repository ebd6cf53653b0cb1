/// Where a driver's plane lies.
struct PlanePlace: Hashable, Sendable {
  /// The buffer's plane that it lies in.
  var buffer: Int
  /// Bytes before its first row.
  var offset: Int
  /// Bytes from row to row.
  var stride: Int
  /// Bytes of a row that count.
  var rowBytes: Int
  /// Rows.
  var rows: Int

  /// Where it ends; what comes with fewer bytes is no whole picture. The last row may lack its padding.
  var end: Int { offset + (rows - 1) * stride + rowBytes }

  /// The places of all planes of `wire` in a node that is set to `format`.
  static func places(_ wire: WireFormat, in format: V4L2DeviceFormat) -> [PlanePlace] {
    guard let first = wire.stored.first else { return [] }
    func rowBytes(_ plane: WireFormat.Plane) -> Int {
      (format.width + plane.across - 1) / plane.across * plane.bytes
    }
    // Some drivers leave the stride out where rows have no padding.
    let firstStride = max(format.strides[0], rowBytes(first))
    var places: [PlanePlace] = []
    var end = 0
    for (number, plane) in wire.stored.enumerated() {
      // V4L2 tells the stride of the first plane; the others' follow from it in the ratio of their samples.
      let ratio = firstStride * plane.bytes * first.across / (plane.across * first.bytes)
      var place = PlanePlace(
        buffer: 0, offset: end, stride: max(ratio, rowBytes(plane)), rowBytes: rowBytes(plane),
        rows: (format.height + plane.down - 1) / plane.down)
      if wire.hasSeparatePlanes {
        place.buffer = number
        place.offset = 0
        place.stride = max(format.strides[number], rowBytes(plane))
      }
      end = place.offset + place.stride * place.rows
      places.append(place)
    }
    return places
  }
}
