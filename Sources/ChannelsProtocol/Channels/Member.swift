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

    package init(joined: [Member], left: [Member]) {
        self.joined = joined
        self.left = left
    }

    /// Whether nobody joined or left.
    package var isEmpty: Bool { self.joined.isEmpty && self.left.isEmpty }
}
