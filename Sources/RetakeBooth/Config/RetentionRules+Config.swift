package import RetakeKiosk
package import RetakeLibrary

extension RetentionRules {
  /// What the config says.
  package init(_ config: Config) {
    self.init(
      keptDays: config.keepDays > 0 ? config.keepDays : nil,
      keptCount: config.keepTakes > 0 ? config.keepTakes : nil,
      keptBytes: config.keepSize > 0 ? Int64(config.keepSize) : nil,
      discardedDays: config.discardedDays > 0 ? config.discardedDays : nil,
      freeBytes: Int64(config.discardedReserve))
  }
}
