/// Where a run takes place: some settings are kept for each place separately.
struct StatePlace: Hashable, Sendable {
    /// Whether the terminal is at the other end of an SSH connection.
    var isRemote = false
    /// Identifies an app on a server; `nil` if none is watched.
    var server: String?

    /// The prompts whose lines name channels and events, and are kept for each server.
    static let historiesOfServer: Set<String> = [
        "subscribe", "unsubscribe", "only-channel", "bind", "bind-everywhere", "clear", "members",
        "search", "command",
    ]
}
