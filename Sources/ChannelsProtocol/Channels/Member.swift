/// A member of a presence channel: a user, however many connections they have.
public struct Member: Hashable, Sendable {
    public var id: UserID
    /// `user_info`, as it came; `nil` when there is none.
    public var info: EventData?

    public init(id: UserID, info: EventData? = nil) {
        self.id = id
        self.info = info
    }
}

/// Who came and who went between two rosters.
public struct MemberDifference: Hashable, Sendable {
    public var joined: [Member]
    public var left: [Member]

    public init(joined: [Member], left: [Member]) {
        self.joined = joined
        self.left = left
    }

    /// Whether nobody came or went.
    public var isEmpty: Bool { self.joined.isEmpty && self.left.isEmpty }
}
