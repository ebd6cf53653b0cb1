// alsa-lib as a whole.
internal import CALSA

/// What alsa-lib tells about itself.
enum ALSALibrary {
  /// Keeps alsa-lib from writing to standard error, from the first use on: its errors come as errnos.
  static let silence: Void = { _ = retake_alsa_silence() }()

  /// The number of the card that its configuration makes the default (`defaults.pcm.card`); nil where that is not there.
  static var defaultCard: Int? {
    silence
    var top: OpaquePointer?
    guard unsafe snd_config_update_ref(&top) >= 0, let top = unsafe top else { return nil }
    defer { unsafe snd_config_unref(top) }
    // A number or a card's id.
    guard let text = unsafe text("defaults.pcm.card", in: top) else { return nil }
    let card = unsafe snd_card_get_index(text)
    return card >= 0 ? Int(card) : nil
  }

  /// What one of its other names (`default`, `plughw:0,0`, one of ~/.asoundrc) captures from at last, as
  /// `hw:CARD,DEVICE`; nil where that is no sound card, or cannot be known. Opens nothing.
  static func hardware(of name: String) -> String? {
    silence
    var top: OpaquePointer?
    guard unsafe snd_config_update_ref(&top) >= 0, let top = unsafe top else { return nil }
    defer { unsafe snd_config_unref(top) }
    return unsafe hardware(named: name, in: top, depth: 0)
  }

  /// Definitions may refer to each other, in a ring too.
  private static let deepest = 16
  /// Where the definition of a PCM has the one that it captures from.
  private static let sources = ["slave.pcm", "capture.pcm", "slaves.a.pcm"]

  private static func hardware(named name: String, in top: OpaquePointer, depth: Int) -> String? {
    var definition: OpaquePointer?
    guard depth < deepest, unsafe snd_config_search_definition(top, "pcm", name, &definition) >= 0,
      let definition = unsafe definition
    else { return nil }
    defer { unsafe snd_config_delete(definition) }
    return unsafe hardware(in: definition, of: top, depth: depth + 1)
  }

  private static func hardware(in definition: OpaquePointer, of top: OpaquePointer, depth: Int) -> String? {
    guard depth < deepest else { return nil }
    if unsafe snd_config_get_type(definition) == SND_CONFIG_TYPE_STRING {
      return unsafe text(of: definition).flatMap { unsafe hardware(named: $0, in: top, depth: depth) }
    }
    if unsafe text("type", in: definition) == "hw" {
      let device = unsafe text("device", in: definition) ?? "0"
      return unsafe text("card", in: definition).map { "hw:\($0),\(device)" }
    }
    for source in sources {
      if let next = unsafe node(source, in: definition) {
        return unsafe hardware(in: next, of: top, depth: depth + 1)
      }
    }
    return nil
  }

  private static func node(_ key: String, in definition: OpaquePointer) -> OpaquePointer? {
    var node: OpaquePointer?
    return unsafe snd_config_search(definition, key, &node) >= 0 ? node : nil
  }

  private static func text(_ key: String, in definition: OpaquePointer) -> String? {
    unsafe node(key, in: definition).flatMap { unsafe text(of: $0) }
  }

  /// A text, or a number in digits.
  private static func text(of node: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe snd_config_get_ascii(node, &text) >= 0, let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
