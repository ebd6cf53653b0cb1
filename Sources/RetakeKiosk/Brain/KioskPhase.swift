/// The states of the kiosk, by the names that the socket reports.
package enum KioskPhase: String, CaseIterable, Sendable {
  case starting, attract, ready, countdown, recording, finishing, review, saving, saved, interrupted
}
