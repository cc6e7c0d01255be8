import ChannelsProtocol

/// The users of a presence channel. A user is a member once, however many connections they have.
struct PresenceTable: Sendable {
    private struct Presence {
        var member: PresenceMember
        /// The number of connections and bots of this user.
        var holders: Int
        /// Increases with each user who joins.
        var order: Int
    }

    private var presences: [UserID: Presence] = [:]
    private var nextOrder = 0

    var count: Int { self.presences.count }

    var holders: Int { self.presences.values.reduce(0) { $0 + $1.holders } }

    var members: [PresenceMember] {
        self.presences.values.sorted { $0.order < $1.order }.map(\.member)
    }

    func contains(_ id: UserID) -> Bool { self.presences[id] != nil }

    enum Joining: Hashable, Sendable {
        case first
        /// The user has another connection; the user's information is unchanged.
        case again
    }

    mutating func joined(_ member: PresenceMember) -> Joining {
        if self.presences[member.id] != nil {
            self.presences[member.id]?.holders += 1
            return .again
        }
        self.presences[member.id] = Presence(member: member, holders: 1, order: self.nextOrder)
        self.nextOrder += 1
        return .first
    }

    enum Leaving: Hashable, Sendable {
        case last
        case others
        case none
    }

    mutating func left(_ id: UserID) -> Leaving {
        guard let presence = self.presences[id] else { return .none }
        guard presence.holders == 1 else {
            self.presences[id]?.holders -= 1
            return .others
        }
        self.presences[id] = nil
        return .last
    }
}
