/// Which takes may go by themselves. Takes that nobody has decided about never do.
package struct RetentionRules: Hashable, Sendable {
  /// Saved takes older than so many days go; nil: none by age.
  package var keptDays: Double?
  /// So many saved takes stay, the newest ones; nil: all.
  package var keptCount: Int?
  /// The saved takes that stay have so many bytes together, the newest ones; nil: any number.
  package var keptBytes: Int64?
  /// Discarded takes go so many days after they were discarded; nil: none by age.
  package var discardedDays: Double?
  /// Where fewer bytes are free on the disk, discarded takes go, the first discarded first; 0: none for that.
  package var freeBytes: Int64

  /// Rules; see the fields.
  package init(
    keptDays: Double? = nil, keptCount: Int? = nil, keptBytes: Int64? = nil, discardedDays: Double? = nil,
    freeBytes: Int64 = 0
  ) {
    self.keptDays = keptDays
    self.keptCount = keptCount
    self.keptBytes = keptBytes
    self.discardedDays = discardedDays
    self.freeBytes = freeBytes
  }
}

/// A take that went by a rule.
package struct PurgedTake: Hashable, Sendable {
  /// Which rule that was.
  package enum Rule: String, Sendable {
    case age, count, space
    /// It had been discarded long enough.
    case discarded
    /// It had been discarded, and the disk needed room.
    case room
  }

  /// Its UUID, or as much of it as its file's name tells.
  package var id: String
  /// Where its file was, absolute.
  package var path: String
  /// Bytes that its file had.
  package var byteCount: Int64
  package var rule: Rule
}
