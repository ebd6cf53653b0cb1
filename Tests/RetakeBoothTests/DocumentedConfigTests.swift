import Foundation
import RetakeBooth
import RetakeKiosk
import Testing

@Suite struct DocumentedConfigTests {
  /// kiosk/retake.json5 is what people copy from: it names each key of the table, no other, with its default.
  @Test func kioskConfigNamesEveryKeyWithItsDefault() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../kiosk/retake.json5").standardizedFileURL.path
    let documented = try ConfigFile.read(file)
    #expect(Set(documented.keys) == Set(ConfigKey.table.map(\.name)))
    for key in ConfigKey.table {
      #expect(documented[key.name] == key.defaultValue, "\(key.name)")
    }
    let order = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .compactMap { try? #/^  ([a-z_]+): /#.prefixMatch(in: $0)?.output.1 }.map(String.init)
    #expect(order == ConfigKey.table.map(\.name))
  }
}
