/// The state machine of the subscription to one channel.
///
/// ```
///           connected          turn             authorized             succeeded
/// requested ────────▶ queued ────────▶ authorizing ────────▶ subscribing ────────▶ subscribed
///     │                                     │                 ▲  │ │  ▲
///     └─ public, or authorization given ────┼─────────────────┘  │ │  │ subscribe
///                                           │ not authorized     │ │  │
///                                           ▼            refused │ ▼  │ unsubscribe
///                                         failed ◀───────────────┘ unsubscribing ────▶ left
/// ```
/// A refusal by the server's limit on messages leads from `subscribing` to `held`, and from there
/// to the start. A `failed` subscription continues as from `requested` on the next connection or
/// request. Every loss returns all states except `failed` and `unsubscribing` to `requested`.
/// The channel and its machine are removed when the user unsubscribes; from `unsubscribing`, when
/// the server has answered, the connection has ended or the time limit is reached.
package struct SubscriptionStateMachine: Sendable {
    private struct SentSubscription: Hashable, Sendable {
        var signed = Signed.nothing
        var subscriptionCount: Int?
    }

    /// In a box, because most channels have none, and there may be thousands.
    private indirect enum Signed: Hashable, Sendable {
        case nothing
        case data(UserID?, channelData: String?)

        init(_ authorization: ChannelAuthorization?) {
            self =
                authorization.map { .data($0.userID, channelData: $0.channelData) } ?? .nothing
        }

        var user: UserID? { if case .data(let user, _) = self { user } else { nil } }

        var channelData: String? { if case .data(_, let data) = self { data } else { nil } }
    }

    private struct Wait: Hashable, Sendable {
        var start: ChannelsTimestamp
        var isReported = false
    }

    private enum State: Hashable, Sendable {
        case requested
        case queued(Wait)
        case authorizing(Int, Wait)
        case subscribing(SentSubscription, Wait)
        /// Refused by the limit on messages: sent again soon. A confirmation may still follow,
        /// because such a refusal does not say what it means.
        case held(SentSubscription)
        case unsubscribing(SentSubscription, Wait)
        case subscribed(SentSubscription)
        /// Some refusals name no channel and are attributed by guessing, so a confirmation may
        /// follow.
        indirect case refused(SubscriptionFailure, SentSubscription)
        indirect case failed(SubscriptionFailure)
    }

    private let kind: ChannelKind
    private var currentState = State.requested
    /// In an array: one word in the many channels without members, and changed in place.
    private var lists: [PresenceMembers] = []

    package init(_ kind: ChannelKind) {
        self.kind = kind
    }

    // MARK: State

    /// Kept while disconnected, until the next subscription brings a new list.
    package var members: PresenceMembers? { self.lists.first }

    package var state: SubscriptionState {
        switch self.currentState {
        case .requested: .requested
        case .queued, .authorizing: .authorizing
        case .subscribing, .held: .subscribing
        case .unsubscribing: .unsubscribing
        case .subscribed: .subscribed
        case .refused(let failure, _), .failed(let failure): .failed(failure)
        }
    }

    var awaitsAnswer: Bool { self.sentTime != nil }

    var sentChannelData: String? {
        switch self.currentState {
        case .subscribing(let sent, _), .unsubscribing(let sent, _): sent.signed.channelData
        case .requested, .queued, .authorizing, .held, .subscribed, .refused, .failed: nil
        }
    }

    var sentTime: ChannelsTimestamp? {
        switch self.currentState {
        case .subscribing(_, let wait), .unsubscribing(_, let wait): wait.start
        case .requested, .queued, .authorizing, .held, .subscribed, .refused, .failed: nil
        }
    }

    var subscriptionCount: Int? {
        switch self.currentState {
        case .subscribing(let sent, _), .unsubscribing(let sent, _), .subscribed(let sent):
            sent.subscriptionCount
        case .requested, .queued, .authorizing, .held, .refused, .failed:
            nil
        }
    }

    var unreportedWait: ChannelsTimestamp? {
        switch self.currentState {
        case .queued(let wait), .authorizing(_, let wait), .subscribing(_, let wait),
            .unsubscribing(_, let wait):
            wait.isReported ? nil : wait.start
        case .requested, .held, .subscribed, .refused, .failed:
            nil
        }
    }

    // MARK: Starting

    package mutating func connected(at time: ChannelsTimestamp) -> BeginOutcome {
        switch self.currentState {
        case .requested, .refused, .failed: return self.begin(at: time)
        case .queued, .authorizing, .subscribing, .held, .unsubscribing, .subscribed: return .none
        }
    }

    package mutating func subscribe(
        _ given: ChannelAuthorization?, at time: ChannelsTimestamp
    ) -> BeginOutcome {
        switch self.currentState {
        case .unsubscribing(let sent, let wait):
            self.currentState = .subscribing(sent, wait)
            return .resume
        case .requested, .queued, .authorizing, .refused, .failed:
            guard let given, self.kind.needsAuthorization else { return self.connected(at: time) }
            self.send(given, at: time)
            return .subscribe(given)
        case .subscribing, .held, .subscribed:
            return .none
        }
    }

    package mutating func requested() -> DisconnectionOutcome {
        switch self.currentState {
        case .refused, .failed:
            self.currentState = .requested
            return .publish
        case .requested, .queued, .authorizing, .subscribing, .held, .unsubscribing, .subscribed:
            return .none
        }
    }

    /// Does nothing if the subscription has hardly started, or the user has unsubscribed.
    package mutating func resubscribe(at time: ChannelsTimestamp) -> ResubscribeOutcome {
        switch self.currentState {
        case .subscribing, .subscribed:
            return .begin(self.begin(at: time), leavingFirst: true)
        case .authorizing, .held, .refused, .failed:
            return .begin(self.begin(at: time), leavingFirst: false)
        case .requested, .queued, .unsubscribing:
            return .none
        }
    }

    private mutating func begin(at time: ChannelsTimestamp) -> BeginOutcome {
        guard self.kind.needsAuthorization else {
            self.send(nil, at: time)
            return .subscribe(nil)
        }
        self.currentState = .queued(Wait(start: time))
        return .queue
    }

    private mutating func send(_ authorization: ChannelAuthorization?, at time: ChannelsTimestamp) {
        let sent = SentSubscription(signed: Signed(authorization))
        self.currentState = .subscribing(sent, Wait(start: time))
    }

    // MARK: Authorization

    package mutating func turnCame(number: Int) -> TurnOutcome {
        guard case .queued(let wait) = self.currentState else { return .none }
        self.currentState = .authorizing(number, wait)
        return .authorize
    }

    package mutating func authorized(
        number: Int, _ authorization: ChannelAuthorization, at time: ChannelsTimestamp
    ) -> AuthorizationOutcome {
        guard case .authorizing(number, _) = self.currentState else { return .none }
        self.send(authorization, at: time)
        return .subscribe(authorization)
    }

    package mutating func notAuthorized(
        number: Int, _ failure: SubscriptionFailure
    ) -> AuthorizationOutcome {
        guard case .authorizing(number, _) = self.currentState else { return .none }
        self.currentState = .failed(failure)
        return .fail
    }

    // MARK: The server's answer

    /// Some servers confirm again after a second request.
    package mutating func succeeded(roster: Roster?) -> ConfirmationOutcome {
        switch self.currentState {
        case .subscribing(let sent, _), .held(let sent), .refused(_, let sent):
            self.currentState = .subscribed(sent)
            return .subscribed(self.replaceMembers(with: roster, me: sent.signed.user))
        case .subscribed(let sent):
            guard roster != nil else { return .again(nil) }
            var replaced = self.replaceMembers(with: roster, me: sent.signed.user)
            replaced?.difference?.isAfterAbsence = false
            let isSame = replaced?.difference.map { $0.isEmpty && $0.updated.isEmpty } ?? false
            return .again(isSame ? nil : replaced)
        case .unsubscribing:
            return .leave
        case .requested, .queued, .authorizing, .failed:
            return .unexpected
        }
    }

    package mutating func refused(_ failure: SubscriptionFailure) -> RefusalOutcome {
        switch self.currentState {
        case .subscribing(let sent, _), .held(let sent):
            self.currentState = .refused(failure, sent)
            return .fail
        case .unsubscribing:
            return .forget
        case .requested, .queued, .authorizing, .subscribed, .refused, .failed:
            return .unexpected
        }
    }

    mutating func limited() -> LimitOutcome {
        switch self.currentState {
        case .subscribing(let sent, _):
            self.currentState = .held(sent)
            return .hold
        case .unsubscribing:
            return .forget
        case .requested, .queued, .authorizing, .held, .subscribed, .refused, .failed:
            return .none
        }
    }

    mutating func released(at time: ChannelsTimestamp) -> BeginOutcome {
        guard case .held = self.currentState else { return .none }
        return self.begin(at: time)
    }

    mutating func neverRequested(_ failure: SubscriptionFailure) -> RefusalOutcome {
        guard [.requested, .authorizing].contains(self.state) else { return .unexpected }
        self.currentState = .failed(failure)
        return .fail
    }

    package mutating func checkLimit(at time: ChannelsTimestamp, limit: Duration)
        -> TimeLimitOutcome
    {
        guard let start = self.unreportedWait else { return .none }
        let waited = time.duration(since: start)
        guard waited >= limit else { return .none }
        let reported = Wait(start: start, isReported: true)
        switch self.currentState {
        case .queued: self.currentState = .queued(reported)
        case .authorizing(let number, _): self.currentState = .authorizing(number, reported)
        case .subscribing(let sent, _): self.currentState = .subscribing(sent, reported)
        case .unsubscribing: return .leave
        case .requested, .held, .subscribed, .refused, .failed: return .none
        }
        return .stuck(after: waited)
    }

    // MARK: Members and their number

    /// Ignored unless the subscription was sent on this connection.
    mutating func counted(_ count: Int) {
        switch self.currentState {
        case .subscribing(var sent, let wait):
            sent.subscriptionCount = count
            self.currentState = .subscribing(sent, wait)
        case .unsubscribing(var sent, let wait):
            sent.subscriptionCount = count
            self.currentState = .unsubscribing(sent, wait)
        case .subscribed(var sent):
            sent.subscriptionCount = count
            self.currentState = .subscribed(sent)
        case .refused, .requested, .queued, .authorizing, .held, .failed:
            break
        }
    }

    package mutating func memberAdded(_ member: PresenceMember) -> MemberAddedOutcome {
        guard self.kind.hasMembers, case .subscribed = self.currentState, !self.lists.isEmpty else {
            return .unexpected
        }
        switch self.lists[0].add(member) {
        case .added: return .publish
        case .alreadyPresent: return .duplicate
        case .unlisted: return .unlisted(isFirst: self.lists[0].unlisted == 1)
        }
    }

    package mutating func memberRemoved(_ id: UserID) -> MemberRemovedOutcome {
        guard self.kind.hasMembers, case .subscribed = self.currentState else {
            return .unexpected
        }
        guard !self.lists.isEmpty else { return .unknown }
        if let member = self.lists[0].remove(id) { return .publish(member) }
        return self.lists[0].removeUnlisted() ? .unlisted : .unknown
    }

    /// Some servers confirm a presence channel without a list; it then has no members.
    private mutating func replaceMembers(with roster: Roster?, me: UserID?) -> MembersReplaced? {
        guard self.kind.hasMembers else { return nil }
        let members = PresenceMembers(roster: roster ?? Roster(members: []), me: me)
        let difference = self.members.map { members.difference(from: $0) }
        self.lists = [members]
        return MembersReplaced(members: members, difference: difference)
    }

    // MARK: Leaving

    /// A server that has not answered would refuse an unsubscription, so it is sent later, or at
    /// once if the answer is overdue.
    package mutating func unsubscribe() -> UnsubscribeOutcome {
        switch self.currentState {
        case .subscribing(let sent, let wait):
            guard !wait.isReported else { return .leave }
            self.currentState = .unsubscribing(sent, wait)
            return .wait
        case .subscribed: return .leave
        case .unsubscribing: return .none
        case .requested, .queued, .authorizing, .held, .refused, .failed: return .forget
        }
    }

    /// A failure stays visible until the next connection.
    package mutating func disconnected() -> DisconnectionOutcome {
        switch self.currentState {
        case .queued, .authorizing, .subscribing, .held, .subscribed:
            self.currentState = .requested
            return .publish
        case .unsubscribing:
            return .forget
        case .refused(let failure, _):
            self.currentState = .failed(failure)
            return .none
        case .requested, .failed:
            return .none
        }
    }
}
