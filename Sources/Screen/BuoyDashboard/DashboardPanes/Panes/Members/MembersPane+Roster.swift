package import BuoyTextScreen
import ChannelsEventWords
package import ChannelsProtocol
import DequeModule

extension MembersPane {
    package struct Row: Hashable, Sendable {
        package var member: PresenceMember
        package let name: String
        /// Increases with each member who joins.
        let serial: Int
        package internal(set) var since: ChannelsTimestamp
        package internal(set) var didJoin: Bool
        package internal(set) var leftAt: ChannelsTimestamp?
        var isMatch: Bool
    }

    struct AbsenceChanges: Hashable, Sendable {
        let joined: Int
        let left: Int
        let end: ChannelsTimestamp
    }

    /// Handling an event takes the same time whatever the number of members; they are sorted once
    /// for all events of a batch.
    package struct Roster: Hashable, Sendable {
        /// `nil` if the server did not say.
        package let me: UserID?
        package private(set) var rows: [UserID: Row] = [:]
        package var cursor: ListCursor<UserID>
        private(set) var leaving = 0
        package private(set) var joined: Int
        package private(set) var left: Int
        /// So many joined or left at once that their reports were folded into a list.
        private(set) var isCountedInPart: Bool
        private(set) var peak: Int
        private(set) var counts: LevelHistory
        private(set) var absence: AbsenceChanges?
        /// Compared with the HTTP API, without what has been put right since.
        package internal(set) var audit: AuditDifference?
        private(set) var staleSince: ChannelsTimestamp?
        private(set) var matches = 0

        private var entries: [Entry] = []
        private var order: MemberOrder?
        private var added: [Entry] = []
        private var gone: Set<Int> = []
        private var departures: Deque<Departure> = []
        private var nextSerial = 0

        private struct Departure: Hashable {
            let id: UserID
            let serial: Int
            let time: ChannelsTimestamp
        }

        /// - Parameter before: the members before a reconnection; numbers and selection are kept.
        init(me: UserID?, after before: Roster?) {
            self.me = me
            self.cursor = before?.cursor ?? ListCursor()
            self.joined = before?.joined ?? 0
            self.left = before?.left ?? 0
            self.isCountedInPart = before?.isCountedInPart ?? false
            self.peak = before?.peak ?? 0
            self.counts = before?.counts ?? LevelHistory()
        }

        var count: Int { self.rows.count - self.leaving }

        var members: PresenceMembers {
            var members = PresenceMembers(me: self.me)
            for row in self.rows.values.filter({ $0.leftAt == nil }).sorted(by: {
                $0.serial < $1.serial
            }) {
                members.add(row.member)
            }
            return members
        }

        var latestArrival: ChannelsTimestamp? { self.rows.values.map(\.since).max() }

        package var present: Set<UserID> {
            Set(self.rows.lazy.filter { $0.value.leftAt == nil }.map(\.key))
        }
    }
}

extension MembersPane.Roster {
    /// Members from before a reconnection keep their times.
    /// - Parameter reported: what changed; `nil` for the first members, and for those that replace
    ///   reports that arrived too fast.
    mutating func fill(
        _ members: PresenceMembers, _ reported: MemberDifference?, after before: Self?,
        at time: ChannelsTimestamp, _ search: Needle?
    ) {
        if reported == nil, before != nil { self.isCountedInPart = true }
        let difference = reported?.excludingMe ?? before?.difference(to: members)
        let joined = Set(difference?.joined.map(\.id) ?? [])
        self.rows.reserveCapacity(members.count)
        for member in members.ordered {
            let row = before?.rows[member.id]
            let since = row?.leftAt == nil ? row?.since : nil
            self.insert(
                member, since: since ?? time, didJoin: joined.contains(member.id), search)
        }
        for member in difference?.left ?? [] where self.rows[member.id] == nil {
            let since = before?.rows[member.id]?.since
            self.insert(member, since: since ?? time, didJoin: false, search)
            self.markLeft(member.id, at: time)
        }
        if let difference, !difference.isEmpty {
            self.joined &+= difference.joined.count
            self.left &+= difference.left.count
            if difference.isAfterAbsence {
                self.absence = MembersPane.AbsenceChanges(
                    joined: difference.joined.count, left: difference.left.count, end: time)
            }
        }
        self.noteCount(at: time)
    }

    private func difference(to members: PresenceMembers) -> MemberDifference {
        let joined = members.ordered.filter { self.rows[$0.id].map { $0.leftAt != nil } ?? true }
        let left = self.rows.values.filter { $0.leftAt == nil && members[$0.member.id] == nil }
        return MemberDifference(
            joined: joined, left: left.sorted { $0.serial < $1.serial }.map(\.member),
            isAfterAbsence: false)
    }

    mutating func join(_ member: PresenceMember, at time: ChannelsTimestamp, _ search: Needle?) {
        self.audit?.onlyListed.remove(member.id)
        self.forgetAudit()
        if let row = self.rows[member.id] {
            guard row.leftAt != nil else { return }
            self.remove(row)
            self.leaving -= 1
        }
        self.insert(member, since: time, didJoin: true, search)
        self.joined &+= 1
        self.noteCount(at: time)
    }

    private mutating func forgetAudit() {
        if let audit, audit.onlyHere.isEmpty, audit.onlyListed.isEmpty { self.audit = nil }
    }

    mutating func leave(_ id: UserID, at time: ChannelsTimestamp) {
        self.audit?.onlyHere.remove(id)
        self.forgetAudit()
        guard self.markLeft(id, at: time) else { return }
        self.left &+= 1
        self.noteCount(at: time)
    }

    mutating func becameStale(at time: ChannelsTimestamp) {
        self.staleSince = self.staleSince ?? time
    }

    mutating func becameCurrent() { self.staleSince = nil }

    mutating func forget(at now: ChannelsTimestamp) {
        while let departure = self.departures.first,
            now.duration(since: departure.time) >= MembersPane.noticeable
        {
            self.forgetOldestDeparture()
        }
    }

    private mutating func forgetOldestDeparture() {
        // A member who returned has another row.
        guard let departure = self.departures.popFirst(), let row = self.rows[departure.id],
            row.serial == departure.serial
        else { return }
        self.remove(row)
        self.leaving -= 1
    }

    private mutating func insert(
        _ member: PresenceMember, since: ChannelsTimestamp, didJoin: Bool, _ search: Needle?
    ) {
        let name = member.name
        let isMatch = search.map { $0.occurs(in: member.id.text) || $0.occurs(in: name) } ?? false
        let row = MembersPane.Row(
            member: member, name: name, serial: self.nextSerial, since: since, didJoin: didJoin,
            leftAt: nil, isMatch: isMatch)
        self.nextSerial &+= 1
        self.rows[member.id] = row
        self.added.append(Entry(row, isMe: member.id == self.me))
        if isMatch { self.matches += 1 }
    }

    private mutating func remove(_ row: MembersPane.Row) {
        self.rows[row.member.id] = nil
        self.gone.insert(row.serial)
        if row.isMatch { self.matches -= 1 }
    }

    @discardableResult
    private mutating func markLeft(_ id: UserID, at time: ChannelsTimestamp) -> Bool {
        guard let row = self.rows[id], row.leftAt == nil else { return false }
        self.rows[id]?.leftAt = time
        self.departures.append(Departure(id: id, serial: row.serial, time: time))
        self.leaving += 1
        if self.departures.count > MembersPane.mostDepartures { self.forgetOldestDeparture() }
        return true
    }

    private mutating func noteCount(at time: ChannelsTimestamp) {
        self.peak = max(self.peak, self.count)
        self.counts.record(self.count, second: time.second)
    }

    mutating func find(_ search: Needle?) {
        self.matches = 0
        // `rows.indices` would hold the dictionary, so that the first change would copy it.
        var index = self.rows.startIndex
        while index != self.rows.endIndex {
            defer { self.rows.formIndex(after: &index) }
            let row = self.rows.values[index]
            let isMatch =
                search.map { $0.occurs(in: row.member.id.text) || $0.occurs(in: row.name) }
                ?? false
            if isMatch { self.matches += 1 }
            if isMatch != row.isMatch { self.rows.values[index].isMatch = isMatch }
        }
    }
}

extension MembersPane.Roster {
    private struct Entry: Hashable, Sendable {
        let id: UserID
        let serial: Int
        var name = ""
        let isMe: Bool

        init(_ row: MembersPane.Row, isMe: Bool) {
            self.id = row.member.id
            self.serial = row.serial
            self.isMe = isMe
        }

        /// This client is always first.
        func precedes(_ other: Entry, by order: MemberOrder) -> Bool {
            if self.isMe != other.isMe { return self.isMe }
            return switch order {
            case .joined: self.serial < other.serial
            case .newest: self.serial > other.serial
            case .name where self.name != other.name: self.name < other.name
            case .name: self.serial < other.serial
            }
        }
    }

    mutating func arrange(by order: MemberOrder) {
        let isSame = self.order == order
        guard !isSame || !self.added.isEmpty || !self.gone.isEmpty else { return }
        let added = self.named(self.added.filter { !self.gone.contains($0.serial) }, order)
        var kept =
            self.gone.isEmpty
            ? self.entries : self.entries.filter { !self.gone.contains($0.serial) }
        if !isSame { kept = self.named(kept, order) }
        self.added = []
        self.gone = []
        self.order = order
        self.entries =
            isSame
            ? Self.merge(kept, added.sorted { $0.precedes($1, by: order) }, by: order)
            : (kept + added).sorted { $0.precedes($1, by: order) }
        self.cursor.arrange(self.entries.map(\.id))
    }

    private func named(_ entries: [Entry], _ order: MemberOrder) -> [Entry] {
        entries.map { entry in
            var entry = entry
            entry.name = order == .name ? self.sortName(of: entry.id) : ""
            return entry
        }
    }

    private func sortName(of id: UserID) -> String {
        let name = self.rows[id]?.name ?? ""
        return (name.isEmpty ? id.text : name).lowercased()
    }

    private static func merge(
        _ left: [Entry], _ right: [Entry], by order: MemberOrder
    ) -> [Entry] {
        var merged: [Entry] = []
        merged.reserveCapacity(left.count + right.count)
        var rest = left[...]
        for entry in right {
            let end = rest.partitioningIndex { !$0.precedes(entry, by: order) }
            merged += rest[..<end]
            merged.append(entry)
            rest = rest[end...]
        }
        return merged + rest
    }
}

extension ArraySlice {
    fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var low = self.startIndex
        var high = self.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
