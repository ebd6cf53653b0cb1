import Foundation

/// Files that one test makes for itself.
enum FileOfTest {
  /// A new path in the folder for such things.
  static func path(_ name: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("retake-" + UUID().uuidString + "-" + name)
      .path
  }

  static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
  }
}
