/// The names that the log has seen, to complete filters with; those that are wanted most come first.
struct FilterVocabulary: Hashable, Sendable {
    var channels: [String] = []
    var events: [String] = []
    var users: [String] = []
    /// See `DataPath.paths(in:limit:)`.
    var paths: [DataPath] = []
    /// The names of saved filters, without `@`.
    var saved: [String] = []
}
