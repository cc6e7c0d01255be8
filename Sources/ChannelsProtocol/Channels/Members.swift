/// The members of a presence channel, in the order the server listed them, then in the order they
/// joined.
///
/// Looking up, adding and removing take constant time.
public struct Members: Hashable, Sendable {
    /// This client's own user on the channel: from its authorization, never from the server. `nil`
    /// when the authorization names none.
    public var me: UserID?

    /// Members at their places; those who left leave a hole until the next compaction.
    private var places: [Member?]
    private var placeOfID: [UserID: Int]

    /// No members.
    package init(me: UserID? = nil) {
        self.me = me
        self.places = []
        self.placeOfID = [:]
    }

    /// The members that a server listed. A user listed twice counts once, at the first place.
    package init(roster: Roster, me: UserID?) {
        self.init(me: me)
        self.places.reserveCapacity(roster.members.count)
        self.placeOfID.reserveCapacity(roster.members.count)
        for member in roster.members {
            self.add(member)
        }
    }

    /// How many users there are, however many connections they have.
    public var count: Int { self.placeOfID.count }

    /// Whether there are no members.
    package var isEmpty: Bool { self.placeOfID.isEmpty }

    /// All members in order, in linear time.
    public var ordered: [Member] { self.places.compactMap { $0 } }

    /// This client's own member; `nil` when the server did not list it.
    package var myself: Member? { self.me.flatMap { self[$0] } }

    /// The member with this id.
    public subscript(id: UserID) -> Member? {
        self.placeOfID[id].flatMap { self.places[$0] }
    }

    /// What became of a wish to add a member.
    package enum Addition: Hashable, Sendable {
        case added
        /// There is a member with this id already: nothing was changed.
        case alreadyPresent
    }

    /// Adds a member at the end.
    @discardableResult
    package mutating func add(_ member: Member) -> Addition {
        guard self.placeOfID[member.id] == nil else { return .alreadyPresent }
        self.placeOfID[member.id] = self.places.count
        self.places.append(member)
        return .added
    }

    /// Removes a member.
    /// - Returns: the member, or `nil` when there was none of this id.
    @discardableResult
    package mutating func remove(_ id: UserID) -> Member? {
        guard let place = self.placeOfID.removeValue(forKey: id) else { return nil }
        let member = self.places[place]
        self.places[place] = nil
        self.compactIfMostlyHoles()
        return member
    }

    /// Members who are here and were not in `earlier`, and members who were there and are gone.
    package func difference(from earlier: Members) -> MemberDifference {
        MemberDifference(
            joined: self.ordered.filter { earlier[$0.id] == nil },
            left: earlier.ordered.filter { self[$0.id] == nil }
        )
    }

    public static func == (left: Members, right: Members) -> Bool {
        left.me == right.me && left.count == right.count && left.ordered == right.ordered
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(self.me)
        hasher.combine(self.ordered)
    }

    /// Closes the holes when they are more than the members. As that takes as many removals as it
    /// then moves members, a removal costs the same on average whatever their number.
    private mutating func compactIfMostlyHoles() {
        guard self.places.count > 2 * self.count + 16 else { return }
        self.places = self.ordered
        for (place, member) in self.places.enumerated() {
            guard let member else { continue }
            self.placeOfID[member.id] = place
        }
    }
}
