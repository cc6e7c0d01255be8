/// The names that occur in the log, for completing filters; the most likely ones come first.
package struct FilterVocabulary: Hashable, Sendable {
    /// The names of channels.
    package var channels: [String] = []
    /// The names of events.
    package var events: [String] = []
    /// The ids of users.
    package var users: [String] = []
    /// The names of servers, in a log of several.
    package var servers: [String] = []
    /// See `DataPath.paths(in:limit:)`.
    package var paths: [DataPath] = []
    /// The names of saved filters, without `@`.
    package var saved: [String] = []

    /// - Parameter saved: the names of saved filters.
    package init(
        channels: [String] = [], events: [String] = [], users: [String] = [],
        servers: [String] = [], paths: [DataPath] = [], saved: [String] = []
    ) {
        self.channels = channels
        self.events = events
        self.users = users
        self.servers = servers
        self.paths = paths
        self.saved = saved
    }
}
