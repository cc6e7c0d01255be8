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
