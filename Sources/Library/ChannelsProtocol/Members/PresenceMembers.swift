/// The members of a presence channel: first the members that the server listed, in its
/// order, then later members, in joining order. It is a collection with lookup by id:
/// `members["ana"]`.
///
/// Looking up, adding and removing take constant time.
public struct PresenceMembers: ComparedContent, Sendable {
    /// This client's own user on the channel, taken from its authorization, never from the server;
    /// `nil` if the authorization contains none.
    public var me: UserID?

    /// The hosted service allows 100 by default; a server without a limit must not use up all
    /// memory.
    package static let limit = 50_000

    package private(set) var unlisted = 0

    /// In order; members who left are holes until the next compaction.
    private var places: [PresenceMember?]
    private var placeOfID: [UserID: Int]
    /// Members left out by `beginning(_:)`.
    private var omitted = 0

    package init(me: UserID?) {
        self.me = me
        self.places = []
        self.placeOfID = [:]
    }

    /// A user listed twice counts once, at the first position.
    package init(roster: Roster, me: UserID?) {
        self.init(me: me)
        self.places.reserveCapacity(roster.members.count)
        self.placeOfID.reserveCapacity(roster.members.count)
        for member in roster.members {
            self.add(member)
        }
    }

    /// Creates a list of these members, in this order, for tests. A user listed twice counts
    /// once, at the first position.
    public init(_ members: [PresenceMember] = [], me: UserID? = nil) {
        self.init(roster: Roster(members: members), me: me)
    }

    package var total: Int { self.count + self.omitted }

    package var ordered: [PresenceMember] { self.places.compactMap { $0 } }

    /// This client's own member; `nil` if the server did not list it.
    public var myself: PresenceMember? { self.me.flatMap { self[$0] } }

    /// The member with this id; `nil` if nobody has it, or if there were too many members to list.
    public subscript(id: String) -> PresenceMember? { self[UserID(id)] }

    /// The member with this id; `nil` if nobody has it, or if there were too many members to list.
    public subscript(id: UserID) -> PresenceMember? {
        self.placeOfID[id].flatMap { self.places[$0] }
    }

    package enum Addition: Hashable, Sendable {
        case added
        case alreadyPresent
        case unlisted
    }

    @discardableResult
    package mutating func add(_ member: PresenceMember) -> Addition {
        guard self.placeOfID[member.id] == nil else { return .alreadyPresent }
        guard self.total < Self.limit else {
            self.unlisted += 1
            return .unlisted
        }
        self.placeOfID[member.id] = self.places.count
        self.places.append(member)
        return .added
    }

    @discardableResult
    package mutating func remove(_ id: UserID) -> PresenceMember? {
        guard let place = self.placeOfID.removeValue(forKey: id) else { return nil }
        let member = self.places[place]
        self.places[place] = nil
        self.compactIfMostlyHoles()
        return member
    }

    package mutating func update(_ member: PresenceMember) {
        guard let place = self.placeOfID[member.id] else { return }
        self.places[place] = member
    }

    package mutating func removeUnlisted() -> Bool {
        guard self.unlisted > 0 else { return false }
        self.unlisted -= 1
        return true
    }

    package func beginning(_ limit: Int) -> PresenceMembers {
        var members = PresenceMembers(me: self.me)
        members.unlisted = self.unlisted
        for member in self.places.lazy.compactMap(\.self).prefix(limit) {
            members.add(member.trimmed())
        }
        members.omitted = self.total - members.count
        return members
    }

    package var isBeginning: Bool { self.omitted > 0 }

    package func hasContent(of other: PresenceMembers) -> Bool {
        self.me == other.me && self.total == other.total && self.ordered == other.ordered
    }

    package func hashContent(into hasher: inout Hasher) {
        hasher.combine(self.me)
        hasher.combine(self.ordered)
    }

    /// Each compaction follows at least as many removals as it moves members, so a removal takes
    /// constant time on average.
    private mutating func compactIfMostlyHoles() {
        guard self.places.count > 2 * self.count + 16 else { return }
        self.places = self.ordered
        for (place, member) in self.places.enumerated() {
            guard let member else { continue }
            self.placeOfID[member.id] = place
        }
    }
}

extension PresenceMembers: Collection {
    /// A member's place. It is valid until a member joins or leaves.
    public struct Index: Comparable, Sendable {
        fileprivate let place: Int

        /// Whether the left place comes first.
        public static func < (left: Index, right: Index) -> Bool { left.place < right.place }
    }

    /// The number of listed users, however many connections they have.
    public var count: Int { self.placeOfID.count }

    /// Whether nobody is listed.
    public var isEmpty: Bool { self.placeOfID.isEmpty }

    /// The place of the first member.
    public var startIndex: Index { self.place(from: 0) }

    /// The place after the last member.
    public var endIndex: Index { Index(place: self.places.count) }

    /// The place of the next member.
    public func index(after index: Index) -> Index { self.place(from: index.place + 1) }

    /// The member at a place.
    public subscript(position: Index) -> PresenceMember {
        // A place of this list has a member. One of an earlier list may have none any more.
        self.places[position.place] ?? PresenceMember(id: "")
    }

    private func place(from start: Int) -> Index {
        let places = self.places[Swift.min(start, self.places.count)...]
        return Index(place: places.firstIndex { $0 != nil } ?? self.places.count)
    }
}
