package import RetakeKiosk

/// A command that waits to be carried out, and to be answered once.
package struct RemoteRequest: Hashable, Sendable {
  /// By what `RemoteServer` finds whom to answer.
  package let number: Int
  package let command: KioskCommand
}
