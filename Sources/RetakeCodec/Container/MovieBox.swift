/// A box of a movie file, by its place in the bytes that it was found in.
struct MovieBox: Hashable, Sendable {
  var type: FourCC
  /// The whole box.
  var range: Range<Int>
  /// What follows its header.
  var content: Range<Int>
}
