/// How a key is given on the command line.
package enum ConfigOption: Hashable, Sendable {
  /// By its name alone.
  case flag
  /// By its name and a value that the help calls so.
  case value(String)
}
