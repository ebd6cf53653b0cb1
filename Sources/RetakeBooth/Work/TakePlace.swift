/// Where a take is recorded to.
struct TakePlace: Hashable, Sendable {
  var id: String
  var path: String
}
