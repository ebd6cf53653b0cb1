/// The unit of a screen and where its zones lie: LOOK.md 2.
package struct ScreenMetrics: Hashable, Sendable {
  package var size: ScreenSize
  /// px of one u.
  package var unit: Float
  /// Inset of each side for screens that hide their rim, px.
  package var overscanX: Float
  package var overscanY: Float
  /// u that the hand zone is lifted.
  package var handOffset: Float

  /// - Parameters:
  ///   - scale: 0.8 to 1.25.
  ///   - overscan: share of each side, 0 to 0.05.
  ///   - handOffset: u, 0 to 40.
  package init(size: ScreenSize, scale: Float = 1, overscan: Float = 0, handOffset: Float = 0) {
    self.size = size
    // Overscan takes its share first: at scale 1 what is left is never smaller than 160 x 100 u.
    overscanX = (size.width * overscan).rounded()
    overscanY = (size.height * overscan).rounded()
    let width = max(size.width - 2 * overscanX, 1)
    let height = max(size.height - 2 * overscanY, 1)
    unit = min(min(width, height) / 100, max(width, height) / 160) * scale
    self.handOffset = handOffset
  }
}
