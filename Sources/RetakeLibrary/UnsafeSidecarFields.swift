internal import Foundation

/// The fields of a sidecar as this program writes them: each has a line of its own, behind two spaces, which no other
/// line of it can look like. A list of ten thousand takes has no time to decode them.
enum SidecarFields {
  /// What stands behind the name of a field, up to the end of its line; nil where there is no such field. `bytes` end
  /// with a zero.
  static func value(of field: String, in bytes: [UInt8]) -> String? {
    precondition(bytes.last == 0, "a text ends with a zero")
    return unsafe bytes.withUnsafeBytes { buffer in
      let text = unsafe buffer.bindMemory(to: CChar.self)
      guard let start = text.baseAddress, let found = unsafe strstr(start, field) else { return nil }
      let value = unsafe UnsafeRawPointer(found) + field.utf8.count
      guard let end = unsafe strchr(value.assumingMemoryBound(to: CChar.self), Int32(UInt8(ascii: "\n")))
      else {
        return nil
      }
      let count = unsafe UnsafeRawPointer(end) - value
      return unsafe String(decoding: UnsafeRawBufferPointer(start: value, count: count), as: UTF8.self)
    }
  }
}
