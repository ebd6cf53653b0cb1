internal import Foundation
internal import RetakeKiosk

/// A config file's tree, as Foundation's decoder hands it out.
struct ConfigTree: Decodable {
  let value: ConfigValue

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      var object: [String: ConfigValue] = [:]
      for name in members.allKeys {
        object[name.stringValue] = try members.decode(ConfigTree.self, forKey: name).value
      }
      value = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [ConfigValue] = []
      while !elements.isAtEnd { list.append(try elements.decode(ConfigTree.self).value) }
      value = .list(list)
    } else {
      value = try Self.single(decoder.singleValueContainer())
    }
  }

  private static func single(_ container: any SingleValueDecodingContainer) throws -> ConfigValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return .integer(value) }
    if let value = try? container.decode(Double.self) { return .number(value) }
    return .text(try container.decode(String.self))
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
