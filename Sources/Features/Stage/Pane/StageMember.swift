package import ChannelsProtocol
import DashboardPanes
import TextScreen

/// A member of a presence channel, as the stage shows them.
package struct StageMember: Hashable, Sendable {
    package let id: UserID
    /// The name, or the id of a member without a name. It comes from the network.
    package let name: String
    package let isMe: Bool
    /// When the member joined, or was first seen.
    package let since: Timestamp
    /// Whether the member joined while the channel was being watched.
    package let didJoin: Bool
    /// When the member left; `nil` if they are here.
    package let leftAt: Timestamp?

    package init(
        id: UserID, name: String, isMe: Bool, since: Timestamp, didJoin: Bool = false,
        leftAt: Timestamp? = nil
    ) {
        self.id = id
        self.name = name.isEmpty ? id.text : name
        self.isMe = isMe
        self.since = since
        self.didJoin = didJoin
        self.leftAt = leftAt
    }

    /// At most two cells.
    var initials: SafeText { MemberSigns.initials(of: self.name) }
}
