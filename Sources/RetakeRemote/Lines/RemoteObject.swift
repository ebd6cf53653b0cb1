/// A JSON object whose fields keep their order, so that a reply always reads the same.
package struct RemoteObject: Hashable, Sendable {
  /// A name with its value.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: RemoteValue

    package init(_ name: String, _ value: RemoteValue) {
      self.name = name
      self.value = value
    }
  }

  package var fields: [Field]

  /// An object of these fields, whose names differ.
  package init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The object in a line; nil where that is none.
  package init?(line: String) {
    guard case .object(let object)? = try? JSONReader.read(Array(line.utf8)) else { return nil }
    self = object
  }

  /// The value of a field; nil where there is none.
  package subscript(_ name: String) -> RemoteValue? {
    fields.first { $0.name == name }?.value
  }

  /// Takes a field out; nil where there is none.
  mutating func remove(_ name: String) -> RemoteValue? {
    fields.firstIndex { $0.name == name }.map { fields.remove(at: $0).value }
  }

  /// The fields of `left`, then those of `right`.
  package static func + (left: RemoteObject, right: RemoteObject) -> RemoteObject {
    RemoteObject(left.fields + right.fields)
  }
}

extension RemoteObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, RemoteValue)...) {
    self.init(elements.map { Field($0, $1) })
  }
}
