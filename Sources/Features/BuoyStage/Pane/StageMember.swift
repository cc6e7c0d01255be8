import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

/// A member of a presence channel, as the stage shows them.
struct StageMember: Hashable, Sendable {
    let id: UserID
    /// The name, which comes from the network. Ids are not for an audience: a member without a name
    /// is a guest.
    let name: String
    let isMe: Bool
    /// When the member joined, or was first seen.
    let since: Timestamp
    /// Whether the member joined while the channel was being watched.
    let didJoin: Bool
    /// When the member left; `nil` if they are here.
    let leftAt: Timestamp?
    /// The colour.
    let color: Role

    init(
        id: UserID, name: String, isMe: Bool, since: Timestamp, didJoin: Bool = false,
        leftAt: Timestamp? = nil, color: Role? = nil
    ) {
        self.id = id
        self.name = name.isEmpty ? Self.nameless : name
        self.isMe = isMe
        self.since = since
        self.didJoin = didJoin
        self.leftAt = leftAt
        self.color = color ?? MemberSymbols.role(of: id)
    }

    private static let nameless = "Guest"

    /// At most two cells.
    var initials: SafeText { MemberSymbols.initials(of: self.name) }
}
