import ChannelsProtocol

/// Decides when members are compared with the users that the HTTP API lists. The server may
/// count somebody a moment before it tells so, or after, so a difference only counts if a
/// second comparison finds it too.
struct MemberAudits: Hashable, Sendable {
    enum Verdict: Hashable {
        case compared(MemberComparison)
        case wait
        case none
    }

    private struct Audit: Hashable {
        let isRequested: Bool
        var before: Set<UserID>?
        var first: MemberComparison?
        var due: ChannelsTimestamp?
    }

    /// How long after the first comparison the second one is made, and how long after a
    /// subscription the first one, when the server has told who came and went.
    static let settling = Duration.seconds(1)

    private var audits: [ChannelName: Audit] = [:]

    mutating func begin(_ channel: ChannelName, members: Set<UserID>) {
        self.audits[channel] = Audit(isRequested: true, before: members)
    }

    mutating func subscribedAgain(_ channel: ChannelName, at time: ChannelsTimestamp) {
        guard self.audits[channel]?.isRequested != true else { return }
        self.audits[channel] = Audit(
            isRequested: false, due: time.advanced(by: Self.settling))
    }

    mutating func unsubscribed(_ channel: ChannelName) { self.audits[channel] = nil }

    mutating func disconnected() { self.audits = [:] }

    mutating func timePassed(
        _ now: ChannelsTimestamp, members: (ChannelName) -> Set<UserID>?
    ) -> [ChannelName] {
        let due = self.audits.filter { $0.value.due.map { $0 <= now } ?? false }.keys.sorted()
        for channel in due {
            self.audits[channel]?.due = nil
            self.audits[channel]?.before = members(channel) ?? []
        }
        return due
    }

    mutating func answered(
        _ channel: ChannelName, users: [UserID], after: Set<UserID>, at time: ChannelsTimestamp
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

    mutating func failed(_ channel: ChannelName) -> Bool {
        self.audits.removeValue(forKey: channel)?.isRequested ?? false
    }
}
