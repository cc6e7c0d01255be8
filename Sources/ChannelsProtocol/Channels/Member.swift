/// A member of a presence channel: a user, however many connections they have.
public struct Member: Hashable, Sendable {
    public var id: UserID
    /// `user_info`, as it came; `nil` when there is none.
    public var info: EventData?

    package init(id: UserID, info: EventData? = nil) {
        self.id = id
        self.info = info
    }
}

/// Members who joined and who left between two rosters.
public struct MemberDifference: Hashable, Sendable {
    public var joined: [Member]
    public var left: [Member]
    /// Whether this client was away when it happened; otherwise the server replaced the list of a
    /// channel that was subscribed all the time.
    package var isAfterAbsence: Bool

    package init(joined: [Member], left: [Member], isAfterAbsence: Bool = true) {
        self.joined = joined
        self.left = left
        self.isAfterAbsence = isAfterAbsence
    }

    /// Whether nobody joined or left.
    package var isEmpty: Bool { self.joined.isEmpty && self.left.isEmpty }
}
