import ChannelsProtocol
import OrderedCollections
import TextScreen

/// The members of presence channels, with who came and who went a moment ago.
struct MembersPane: Hashable, Sendable {
    /// One member.
    struct Row: Hashable, Sendable {
        var member: Member
        /// When the member was first seen here.
        var since: Timestamp
        /// Whether the member came while we watched.
        var didJoin: Bool
        /// When the member left; the row stays a little longer.
        var leftAt: Timestamp?
    }

    /// The members of one channel.
    struct Roster: Hashable, Sendable {
        var me: UserID?
        var rows: OrderedDictionary<UserID, Row> = [:]
        /// How many rows are of members who left.
        var leaving = 0

        var count: Int { self.rows.count - self.leaving }
    }

    private(set) var rosters: [ChannelName: Roster] = [:]
    private(set) var selected: UserID?
    private(set) var scroll = ListScroll()

    /// How long a member is new, and how long one who left is still listed.
    static let noticeable = Duration.seconds(5)

    mutating func handle(_ event: ClientEvent) {
        switch event.kind {
        case .membersReplaced(let channel, let members, let difference):
            self.replace(channel, members, difference, at: event.time)
        case .memberAdded(let channel, let member):
            self.rosters[channel]?.add(member, at: event.time, didJoin: true)
        case .memberRemoved(let channel, let member):
            self.rosters[channel]?.markLeft(member.id, at: event.time)
        case .subscriptionChanged(let channel, .unsubscribed):
            self.rosters[channel] = nil
        default:
            break
        }
    }

    private mutating func replace(
        _ channel: ChannelName, _ members: Members, _ difference: MemberDifference?,
        at time: Timestamp
    ) {
        let before = self.rosters[channel]
        let joined = Set(difference?.joined.map(\.id) ?? [])
        var roster = Roster(me: members.me)
        if let myself = members.myself { roster.add(myself, at: time, didJoin: false) }
        for member in members.ordered {
            roster.add(member, at: time, didJoin: joined.contains(member.id))
            if let row = before?.rows[member.id], row.leftAt == nil {
                roster.rows[member.id]?.since = row.since
            }
        }
        for member in difference?.left ?? [] {
            roster.add(member, at: time, didJoin: false)
            roster.markLeft(member.id, at: time)
        }
        self.rosters[channel] = roster
    }

    /// Forgets who left long enough ago.
    mutating func tick(_ now: Timestamp) {
        for (channel, roster) in self.rosters where roster.leaving > 0 {
            self.rosters[channel]?.forget(at: now)
        }
    }

    mutating func move(_ movement: Movement, in channel: ChannelName?, height: Int) {
        guard let roster = channel.flatMap({ self.rosters[$0] }), !roster.rows.isEmpty else {
            return
        }
        let current = self.selectedIndex(in: roster)
        let start = self.selected == nil ? (movement == .rows(1) ? -1 : 0) : current
        let target = movement.target(from: start, count: roster.rows.count, height: height)
        self.selected = roster.rows.keys[target]
        self.scroll.settle(
            selected: target, count: roster.rows.count, height: max(height - 1, 1))
    }

    private func selectedIndex(in roster: Roster) -> Int {
        self.selected.flatMap { roster.rows.index(forKey: $0) } ?? 0
    }

    /// The selected member of a channel; the first one when none was chosen.
    func selectedMember(in channel: ChannelName?) -> Member? {
        guard let roster = channel.flatMap({ self.rosters[$0] }), !roster.rows.isEmpty else {
            return nil
        }
        return roster.rows.values[self.selectedIndex(in: roster)].member
    }
}

extension MembersPane.Roster {
    mutating func add(_ member: Member, at time: Timestamp, didJoin: Bool) {
        if let row = self.rows[member.id] {
            guard row.leftAt != nil else { return }
            self.leaving -= 1
            self.rows[member.id] = nil
        }
        self.rows[member.id] = MembersPane.Row(
            member: member, since: time, didJoin: didJoin, leftAt: nil)
    }

    mutating func markLeft(_ id: UserID, at time: Timestamp) {
        guard let row = self.rows[id], row.leftAt == nil else { return }
        self.rows[id]?.leftAt = time
        self.leaving += 1
    }

    mutating func forget(at now: Timestamp) {
        self.rows.removeAll { entry in
            guard let left = entry.value.leftAt else { return false }
            return now.duration(since: left) >= MembersPane.noticeable
        }
        self.leaving = self.rows.values.count { $0.leftAt != nil }
    }
}
