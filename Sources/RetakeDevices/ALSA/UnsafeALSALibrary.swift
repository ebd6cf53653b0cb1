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
    var node: OpaquePointer?
    guard unsafe snd_config_search(top, "defaults.pcm.card", &node) >= 0, let node = unsafe node else {
      return nil
    }
    // A number or a card's id.
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe snd_config_get_ascii(node, &text) >= 0, let text = unsafe text else { return nil }
    defer { unsafe free(text) }
    let card = unsafe snd_card_get_index(text)
    return card >= 0 ? Int(card) : nil
  }
}
