/// The short sounds of the booth; the raw value is the file's name in assets/sounds without `.wav`.
package enum Cue: String, CaseIterable, Sendable {
  case tap, tick, start, stop, shutter, saved, discard, error
  case lastTick = "last-tick"
}
