/// A member of a presence channel: one user, however many connections they have.
public struct PresenceMember: Hashable, Sendable {
    /// The user id from the channel's authorization, so your server has vouched for it.
    public var id: UserID
    /// The application's information about the user (`user_info`), as received; `nil` if there
    /// isn't one. `decode(_:)` reads it into a type.
    public var info: EventData?

    /// Creates a member, like one that a server lists.
    /// - Parameters:
    ///   - id: identifies the user.
    ///   - info: the application's information about the user; `nil` for none.
    public init(id: UserID, info: EventData? = nil) {
        self.id = id
        self.info = info
    }

    /// Without the message that the information came in, which may be large.
    package func trimmed() -> PresenceMember {
        PresenceMember(id: self.id, info: self.info?.trimmed)
    }
}

/// The members who joined or left between two member lists.
public struct MemberDifference: Hashable, Sendable {
    /// The members who are only in the later list.
    public var joined: [PresenceMember]
    /// The members who are only in the earlier list.
    public var left: [PresenceMember]
    /// Whether the changes happened while this client was disconnected. Otherwise the server
    /// replaced the member list during a subscription.
    public var isAfterAbsence: Bool

    /// Creates a difference between two lists.
    /// - Parameters:
    ///   - joined: the members who are only in the later list.
    ///   - left: the members who are only in the earlier list.
    ///   - isAfterAbsence: whether it happened while this client was disconnected.
    public init(joined: [PresenceMember], left: [PresenceMember], isAfterAbsence: Bool = true) {
        self.joined = joined
        self.left = left
        self.isAfterAbsence = isAfterAbsence
    }

    package func trimmed() -> MemberDifference {
        MemberDifference(
            joined: self.joined.map { $0.trimmed() }, left: self.left.map { $0.trimmed() },
            isAfterAbsence: self.isAfterAbsence)
    }

    /// Whether nobody joined or left.
    public var isEmpty: Bool { self.joined.isEmpty && self.left.isEmpty }
}
