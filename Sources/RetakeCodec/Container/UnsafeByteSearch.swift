/// Finds bytes in many others as fast as a disk gives them, also in a debug build.
enum ByteSearch {
  /// Where `name` stands in `bytes`, each place once: by Horspool, so of other content every fourth byte of a name of four
  /// is looked at.
  static func places(of name: [UInt8], in bytes: [UInt8]) -> [Int] {
    let length = name.count
    var steps = [Int](repeating: length, count: 256)
    for (place, byte) in name.dropLast().enumerated() { steps[Int(byte)] = length - 1 - place }
    var places: [Int] = []
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe steps.withUnsafeBufferPointer { steps in
        var end = length - 1
        while end < bytes.count {
          if unsafe bytes[end] == name[length - 1],
            unsafe bytes[(end + 1 - length)...end].elementsEqual(name)
          {
            places.append(end + 1 - length)
          }
          unsafe end += steps[Int(bytes[end])]
        }
      }
    }
    return places
  }

  /// Whether there are only zeros.
  static func isZero(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      let words = bytes.count / 8
      for word in 0..<words
      where unsafe bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self) != 0 {
        return false
      }
      return unsafe bytes[(words * 8)...].allSatisfy { $0 == 0 }
    }
  }
}
