/// Where a run takes place: some of what is set counts for this place alone.
struct StatePlace: Hashable, Sendable {
    /// Whether the terminal is at the other end of an SSH connection.
    var isRemote = false
    /// What tells one app on one server from others; `nil` where nothing is watched.
    var server: String?

    /// The prompts whose lines name channels and events, which belong to one server.
    static let historiesOfServer: Set<String> = [
        "subscribe", "unsubscribe", "only-channel", "bind", "bind-everywhere", "clear", "members",
        "search", "command",
    ]
}
