import RetakeKiosk

/// Widths close to those of the real typeface, without a font: Inter SemiBold's advances, for every face.
struct SimpleMeasurer: TextMeasurer {
  /// Thousandths of an em for the characters from space to tilde.
  private static let advances: [Float] = [
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379,
    667, 481, 621, 652, 666, 632, 648, 587, 646, 648, 290, 295, 673, 673, 673, 544,
    999, 724, 657, 744, 724, 608, 586, 755, 744, 275, 561, 677, 566, 906, 741, 775,
    643, 776, 651, 649, 660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468,
    497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261, 569, 261, 898, 610, 608,
    625, 625, 397, 549, 380, 608, 576, 837, 563, 576, 562, 393, 358, 393, 673,
  ]

  func width(of text: String, style: TextStyle) -> Float {
    text.unicodeScalars.reduce(0) { $0 + advance($1) } * style.size
  }

  func cellWidth(of text: String, style: TextStyle) -> Float {
    text.unicodeScalars.reduce(0) { $0 + (("0"..."9").contains($1) ? 0.667 : advance($1)) } * style.size
  }

  private func advance(_ scalar: Unicode.Scalar) -> Float {
    let index = Int(scalar.value) - 32
    return Self.advances.indices.contains(index) ? Self.advances[index] / 1000 : 0.63
  }
}
