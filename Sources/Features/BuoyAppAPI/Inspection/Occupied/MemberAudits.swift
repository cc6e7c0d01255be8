import ChannelsProtocol

/// Decides when the members of presence channels are compared with the users that the HTTP API
/// lists.
///
/// The server may count somebody a moment before it tells so, or after. So a difference only counts
/// if a second comparison finds it too.
struct MemberAudits: Hashable, Sendable {
    /// What follows from an answer of the server.
    enum Verdict: Hashable {
        /// The comparison is complete.
        case compared(MemberComparison)
        /// Compare again, when it is due.
        case wait
        /// Nobody asked.
        case none
    }

    private struct Audit: Hashable {
        let isRequested: Bool
        /// The members when the request was made; `nil` while none is under way.
        var before: Set<UserID>?
        var first: MemberComparison?
        /// When the next request is made; `nil` while one is under way.
        var due: Timestamp?
    }

    /// How long after the first comparison the second one is made, and how long after a
    /// subscription the first one, when the server has told who came and went.
    static let settling = Duration.seconds(1)

    private var audits: [ChannelName: Audit] = [:]

    /// The user asks for a comparison, which starts now.
    mutating func begin(_ channel: ChannelName, members: Set<UserID>) {
        self.audits[channel] = Audit(isRequested: true, before: members)
    }

    /// A presence channel was subscribed again: its members are compared soon.
    mutating func subscribedAgain(_ channel: ChannelName, at time: Timestamp) {
        guard self.audits[channel]?.isRequested != true else { return }
        self.audits[channel] = Audit(
            isRequested: false, due: time.advanced(by: Self.settling))
    }

    /// A channel is no longer subscribed, so that its members are not known.
    mutating func unsubscribed(_ channel: ChannelName) { self.audits[channel] = nil }

    /// There is no connection, so that members are out of date.
    mutating func disconnected() { self.audits = [:] }

    /// The channels whose users are requested now.
    /// - Parameter members: the members of a channel; `nil` if they are not known.
    mutating func timePassed(
        _ now: Timestamp, members: (ChannelName) -> Set<UserID>?
    ) -> [ChannelName] {
        let due = self.audits.filter { $0.value.due.map { $0 <= now } ?? false }.keys.sorted()
        for channel in due {
            self.audits[channel]?.due = nil
            self.audits[channel]?.before = members(channel) ?? []
        }
        return due
    }

    /// The HTTP API has listed the users.
    mutating func answered(
        _ channel: ChannelName, users: [UserID], after: Set<UserID>, at time: Timestamp
    ) -> Verdict {
        guard var audit = self.audits[channel], let before = audit.before else { return .none }
        var comparison = MemberComparison(
            channel, before: before, users: users, after: after, isRequested: audit.isRequested)
        if let first = audit.first { comparison = comparison.persisting(since: first) }
        guard !comparison.isSame, audit.first == nil else {
            self.audits[channel] = nil
            return .compared(comparison)
        }
        audit.first = comparison
        audit.before = nil
        audit.due = time.advanced(by: Self.settling)
        self.audits[channel] = audit
        return .wait
    }

    /// The HTTP API has refused.
    /// - Returns: whether the user asked for it.
    mutating func failed(_ channel: ChannelName) -> Bool {
        self.audits.removeValue(forKey: channel)?.isRequested ?? false
    }
}
