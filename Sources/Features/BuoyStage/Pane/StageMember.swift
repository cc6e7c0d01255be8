import BuoyDashboard
import BuoyTextScreen
import ChannelsProtocol

struct StageMember: Hashable, Sendable {
    let id: UserID
    /// The name, which comes from the network. Ids are not for an audience: a member without a name
    /// is a guest.
    let name: String
    let isMe: Bool
    let since: ChannelsTimestamp
    let didJoin: Bool
    let leftAt: ChannelsTimestamp?
    let color: Role

    init(
        id: UserID, name: String, isMe: Bool, since: ChannelsTimestamp, didJoin: Bool = false,
        leftAt: ChannelsTimestamp? = nil, color: Role? = nil
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

    var initials: SafeText { MemberSymbols.initials(of: self.name) }
}
