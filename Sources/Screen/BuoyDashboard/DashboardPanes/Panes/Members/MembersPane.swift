import BuoyTextScreen
package import ChannelsProtocol
import OrderedCollections

package struct MembersPane: Hashable, Sendable {
    package private(set) var rosters: [ChannelName: Roster] = [:]
    private(set) var search: Needle?
    private(set) var order = MemberOrder.joined

    /// How long a member counts as new, and how long one who left is still listed.
    static let noticeable = Duration.seconds(5)
    static let mostDepartures = 1000
    static let worthTelling = Duration.seconds(30)

    package mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .membersReplaced(let channel, let members, let difference):
            var roster = Roster(me: members.me, after: self.rosters[channel])
            roster.fill(
                members, difference, after: self.rosters[channel], at: event.time, self.search)
            self.rosters[channel] = roster
        case .memberAdded(let channel, let member):
            self.rosters[channel]?.join(member, at: event.time, self.search)
        case .memberRemoved(let channel, let member):
            self.rosters[channel]?.leave(member.id, at: event.time)
        case .stateChanged(let change) where change.previous == .connected:
            self.changeRosters { $0.becameStale(at: event.time) }
        case .subscriptionChanged(let channel, .unsubscribed):
            self.rosters[channel] = nil
        case .subscriptionChanged(let channel, .subscribed):
            self.rosters[channel]?.becameCurrent()
        case .subscriptionChanged(let channel, _):
            self.rosters[channel]?.becameStale(at: event.time)
        default:
            break
        }
    }

    /// Since when nobody says who joins and leaves, for want of a connection or a subscription;
    /// `nil` while the server does.
    func staleSince(
        of channel: ChannelName?, _ channels: ChannelsPane, isConnected: Bool
    ) -> ChannelsTimestamp? {
        guard let channel, !isConnected || channels.rows[channel]?.state != .subscribed else {
            return nil
        }
        return self.rosters[channel]?.staleSince
    }

    mutating func audited(_ channel: ChannelName, _ difference: AuditDifference?) {
        self.rosters[channel]?.audit = difference
    }

    mutating func arrange(by order: MemberOrder, at now: ChannelsTimestamp) {
        self.order = order
        self.changeRosters {
            $0.forget(at: now)
            $0.arrange(by: order)
        }
    }

    /// `rosters.indices` would hold the dictionary meanwhile, so that each changed roster would be
    /// copied as a whole.
    private mutating func changeRosters(_ change: (inout Roster) -> Void) {
        var index = self.rosters.startIndex
        while index != self.rosters.endIndex {
            change(&self.rosters.values[index])
            self.rosters.formIndex(after: &index)
        }
    }

    mutating func move(_ movement: Movement, in channel: ChannelName?, height: Int) {
        guard let channel else { return }
        self.rosters[channel]?.cursor.move(
            movement, height: height, hasFooter: Self.hasFooter(height))
    }

    mutating func click(row y: Int, in channel: ChannelName?, height: Int) -> Bool? {
        guard let channel else { return nil }
        return self.rosters[channel]?.cursor.select(
            line: y, height: height, hasFooter: Self.hasFooter(height))
    }

    package func selectedMember(in channel: ChannelName?) -> PresenceMember? {
        guard let roster = channel.flatMap({ self.rosters[$0] }) else { return nil }
        let cursor = roster.cursor
        guard cursor.order.indices.contains(cursor.index) else { return nil }
        return roster.rows[cursor.order[cursor.index]]?.member
    }

    static func hasFooter(_ height: Int) -> Bool { height >= 4 }

    /// In ids and names, from the selected member on; an empty text ends the search.
    /// - Returns: whether a member of the channel matches.
    mutating func setSearch(_ text: String, in channel: ChannelName?, height: Int) -> Bool {
        self.search = text.isEmpty ? nil : Needle(text)
        let search = self.search
        self.changeRosters { $0.find(search) }
        return self.search == nil || self.searchOn(1, from: 0, in: channel, height: height)
    }

    /// Wraps around the end of the list. A step of -1 searches upwards.
    /// - Parameter offset: 0 if the selected member may be the match.
    mutating func searchOn(
        _ step: Int, from offset: Int = 1, in channel: ChannelName?, height: Int
    ) -> Bool {
        guard let channel, let roster = self.rosters[channel], roster.matches > 0 else {
            return false
        }
        let count = roster.cursor.order.count
        let start = roster.cursor.index + step * offset
        let places = (0..<count).lazy.map { ((start + step * $0) % count + count) % count }
        let match = places.first { roster.rows[roster.cursor.order[$0]]?.isMatch == true }
        guard let match else { return false }
        self.rosters[channel]?.cursor.select(
            match, height: height, hasFooter: Self.hasFooter(height))
        return true
    }
}
