extension RemoteValue {
  /// What a word of the command line stands for: JSON where it is true, false, null or a number, else itself.
  package init(word: String) {
    // JSON would allow spaces around it.
    let isOneToken = word.utf8.allSatisfy { $0 > 0x20 }
    switch isOneToken ? try? JSONReader.read(Array(word.utf8)) : nil {
    case .text, .list, .object, nil: self = .text(word)
    case let value?: self = value
    }
  }
}
