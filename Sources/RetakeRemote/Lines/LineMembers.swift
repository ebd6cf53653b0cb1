internal import Foundation

/// The members of the JSON object in a line.
struct LineMembers {
  /// Values by name; nil for a list or an object, which no command takes.
  let values: [String: RemoteValue?]

  /// Reads a line without its newline.
  ///
  /// - Throws: `bad_json` for what is not one object in UTF-8 with each name once.
  init(_ line: [UInt8]) throws(RemoteRefusal) {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw RemoteRefusal(.badJSON, "not UTF-8")
    }
    let shape = try LineShape(line)
    guard shape.isObject else { throw RemoteRefusal(.badJSON, "not a JSON object") }
    let tree: Tree
    do {
      tree = try JSONDecoder().decode(Tree.self, from: Data(line))
    } catch {
      throw RemoteRefusal(.badJSON, "not a JSON object")
    }
    // The decoder keeps one of those that share a name, and does not say which.
    guard tree.values.count == shape.memberCount else {
      throw RemoteRefusal(.badJSON, "a name that stands twice")
    }
    values = tree.values
  }

  private struct Tree: Decodable {
    var values: [String: RemoteValue?] = [:]

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Name.self)
      for name in members.allKeys {
        values[name.stringValue] = .some(try members.decode(Leaf.self, forKey: name).value)
      }
    }
  }

  private struct Leaf: Decodable {
    let value: RemoteValue?

    init(from decoder: any Decoder) throws {
      let leaf = try decoder.singleValueContainer()
      if leaf.decodeNil() {
        value = .null
      } else if let isOn = try? leaf.decode(Bool.self) {
        value = .bool(isOn)
      } else if let text = try? leaf.decode(String.self) {
        value = .text(text)
      } else if let number = try? leaf.decode(Int.self) {
        value = .integer(number)
      } else if let number = try? leaf.decode(Double.self) {
        value = .number(number)
      } else {
        value = nil
      }
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
