/// Textures by what they show, never more than `limit` bytes: what was not drawn for longest goes first.
///
/// First thread only.
final class TextureCache<Key: Hashable> {
  private struct Entry {
    let texture: Texture
    var lastUse: UInt64
  }

  /// Bytes that are kept at most, but for one texture that is larger than that.
  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  private(set) var byteCount = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// The texture of `key`, made where it is not there; nil where it cannot be made.
  func texture(_ key: Key, make: () -> Texture?) -> Texture? {
    uses += 1
    if let found = entries[key] {
      entries[key]?.lastUse = uses
      return found.texture
    }
    guard let made = make() else { return nil }
    makeRoom(for: made.byteCount)
    entries[key] = Entry(texture: made, lastUse: uses)
    byteCount += made.byteCount
    return made
  }

  /// Forgets everything.
  func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// Drops the older half when the limit is reached, so that the search for the oldest is seldom.
  private func makeRoom(for bytes: Int) {
    guard byteCount + bytes > limit, !entries.isEmpty else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[key] = nil
      byteCount -= entry.texture.byteCount
      if byteCount + bytes <= limit / 2 { return }
    }
  }
}
