import ChannelsProtocol

/// A signed-in user, as described by their `user_data` (docs/protocol.md, "Users").
struct HubUser: Hashable, Sendable {
    let id: UserID
    /// The users that the user watches: each once, in the order of the list, up to the limit.
    let watchlist: [UserID]
    let isWatchlistCut: Bool

    var channel: ChannelName { ChannelName(wire: ChannelName.serverToUserPrefix + self.id.text) }

    /// - Parameter text: `{"id":…,"user_info":…,"watchlist":[…]}`; the id must be a string, unlike
    ///   that of a presence member.
    init(_ text: String, limits: SandboxLimits) throws(UserDataError) {
        guard let object = JSONValue.parse(text)?.objectValue else { throw .notAnObject }
        guard let id = object["id"]?.stringValue, !id.isEmpty else { throw .noID }
        // It becomes part of a channel name.
        do { _ = try ChannelName(id) } catch { throw .badID(error.description) }
        self.id = UserID(id)
        let watched = try Self.watchlist(object["watchlist"])
        self.isWatchlistCut = watched.count > limits.watchlist
        var seen: Set<UserID> = []
        self.watchlist = watched.prefix(limits.watchlist).filter { seen.insert($0).inserted }
    }

    private static func watchlist(_ value: JSONValue?) throws(UserDataError) -> [UserID] {
        guard let value, !value.isNull else { return [] }
        guard let elements = value.arrayValue else { throw .badWatchlist }
        let ids = elements.compactMap(\.stringValue)
        guard ids.count == elements.count else { throw .badWatchlist }
        return ids.map { UserID($0) }
    }
}

enum UserDataError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAnObject
    case noID
    case badID(String)
    case badWatchlist

    var description: String {
        switch self {
        case .notAnObject: "user_data must be a JSON object"
        case .noID: "the id in user_data must be a non-empty string"
        case .badID(let reason): "the id in user_data cannot be used. \(reason)"
        case .badWatchlist: "the watchlist in user_data must be a list of strings"
        }
    }
}
