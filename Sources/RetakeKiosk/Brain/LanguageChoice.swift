/// A language by its tag and its own name.
package struct LanguageChoice: Hashable, Sendable {
  package var tag: String
  package var name: String

  package init(tag: String, name: String) {
    self.tag = tag
    self.name = name
  }
}
