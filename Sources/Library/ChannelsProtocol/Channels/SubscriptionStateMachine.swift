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
/// A `failed` subscription continues as from `requested` on the next connection or request. When
/// the connection is lost, every state except `failed` and `unsubscribing` returns to `requested`.
/// The channel and its machine are removed when the user unsubscribes; from `unsubscribing`, when
/// the server has answered, the connection has ended or the time limit is reached.
package struct SubscriptionStateMachine: Sendable {
    /// A subscription that was sent on the present connection, and what the server has said about
    /// it since.
    private struct Asked: Hashable, Sendable {
        var signed = Signed.nothing
        /// How many connections are subscribed, as last reported by the server.
        var subscriptionCount: Int?
    }

    /// What was signed for a subscription. In a box, because most channels have none, and there may
    /// be thousands.
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

    /// A wait for an answer.
    private struct Wait: Hashable, Sendable {
        var start: Timestamp
        /// Whether it was reported as stuck.
        var isTold = false
    }

    private enum State: Hashable, Sendable {
        /// Requested, without a connection.
        case requested
        /// Connected, but too many authorizations are running.
        case queued(Wait)
        /// The authorization with this number is running.
        case authorizing(Int, Wait)
        /// Sent to the server.
        case subscribing(Asked, Wait)
        /// Sent to the server, and unsubscribed by the user since.
        case unsubscribing(Asked, Wait)
        /// The server confirmed it on the present connection.
        case subscribed(Asked)
        /// Refused by the server on the present connection. Some refusals name no channel and are
        /// attributed by guessing, so a confirmation may still follow.
        indirect case refused(SubscriptionFailure, Asked)
        /// Not authorized, or refused on an earlier connection.
        indirect case failed(SubscriptionFailure)
    }

    private let kind: ChannelKind
    private var currentState = State.requested
    /// The members, or nothing: in an array, because that takes one word in the many channels that
    /// have none, and is changed in place.
    private var lists: [Members] = []

    /// Creates the machine of a requested subscription.
    package init(_ kind: ChannelKind) {
        self.kind = kind
    }

    // MARK: State

    /// Kept while disconnected, until the next subscription brings a new list.
    package var members: Members? { self.lists.first }

    /// The public state.
    package var state: SubscriptionState {
        switch self.currentState {
        case .requested: .requested
        case .queued, .authorizing: .authorizing
        case .subscribing: .subscribing
        case .unsubscribing: .unsubscribing
        case .subscribed: .subscribed
        case .refused(let failure, _), .failed(let failure): .failed(failure)
        }
    }

    /// Whether the subscription was sent and the server has not answered.
    var awaitsAnswer: Bool {
        switch self.currentState {
        case .subscribing, .unsubscribing: true
        case .requested, .queued, .authorizing, .subscribed, .refused, .failed: false
        }
    }

    /// The channel data that was signed for a subscription that waits for its answer.
    var sentChannelData: String? {
        switch self.currentState {
        case .subscribing(let asked, _), .unsubscribing(let asked, _): asked.signed.channelData
        case .requested, .queued, .authorizing, .subscribed, .refused, .failed: nil
        }
    }

    /// How many connections are subscribed to the channel, as last reported by the server for the
    /// present subscription; `nil` before that, and after the subscription was lost.
    package var subscriptionCount: Int? {
        switch self.currentState {
        case .subscribing(let asked, _), .unsubscribing(let asked, _), .subscribed(let asked):
            asked.subscriptionCount
        case .requested, .queued, .authorizing, .refused, .failed:
            nil
        }
    }

    /// When the present wait began; `nil` if there is none, or if it has been reported as stuck.
    var untoldWait: Timestamp? {
        switch self.currentState {
        case .queued(let wait), .authorizing(_, let wait), .subscribing(_, let wait),
            .unsubscribing(_, let wait):
            wait.isTold ? nil : wait.start
        case .requested, .subscribed, .refused, .failed:
            nil
        }
    }

    // MARK: Beginning

    /// A connection was established. A failed subscription is tried again too.
    package mutating func connected(at time: Timestamp) -> OnBegin {
        switch self.currentState {
        case .requested, .refused, .failed: return self.begin(at: time)
        case .queued, .authorizing, .subscribing, .unsubscribing, .subscribed: return .none
        }
    }

    /// The user subscribes while there is a connection.
    /// - Parameter given: an authorization for this connection, which is used at once.
    package mutating func wanted(_ given: ChannelAuthorization?, at time: Timestamp) -> OnBegin {
        switch self.currentState {
        case .unsubscribing(let asked, let wait):
            self.currentState = .subscribing(asked, wait)
            return .resume
        case .requested, .queued, .authorizing, .refused, .failed:
            guard let given, self.kind.needsAuthorization else { return self.connected(at: time) }
            self.send(given, at: time)
            return .subscribe(given)
        case .subscribing, .subscribed:
            return .none
        }
    }

    /// The user subscribes while there is no connection.
    package mutating func requested() -> OnDisconnected {
        switch self.currentState {
        case .refused, .failed:
            self.currentState = .requested
            return .publish
        case .requested, .queued, .authorizing, .subscribing, .unsubscribing, .subscribed:
            return .none
        }
    }

    /// The user wants to begin again on the present connection. Nothing happens if the subscription
    /// has hardly begun, or if the user has unsubscribed.
    package mutating func again(at time: Timestamp) -> OnAgain {
        switch self.currentState {
        case .subscribing, .subscribed:
            return .begin(self.begin(at: time), leavingFirst: true)
        case .authorizing, .refused, .failed:
            return .begin(self.begin(at: time), leavingFirst: false)
        case .requested, .queued, .unsubscribing:
            return .none
        }
    }

    private mutating func begin(at time: Timestamp) -> OnBegin {
        guard self.kind.needsAuthorization else {
            self.send(nil, at: time)
            return .subscribe(nil)
        }
        self.currentState = .queued(Wait(start: time))
        return .queue
    }

    private mutating func send(_ authorization: ChannelAuthorization?, at time: Timestamp) {
        let asked = Asked(signed: Signed(authorization))
        self.currentState = .subscribing(asked, Wait(start: time))
    }

    // MARK: Authorization

    /// The limit on running authorizations allows one more.
    package mutating func turnCame(number: Int) -> OnTurn {
        guard case .queued(let wait) = self.currentState else { return .none }
        self.currentState = .authorizing(number, wait)
        return .authorize
    }

    /// The authorization with this number was granted.
    package mutating func authorized(
        number: Int, _ authorization: ChannelAuthorization, at time: Timestamp
    ) -> OnAuthorized {
        guard case .authorizing(number, _) = self.currentState else { return .none }
        self.send(authorization, at: time)
        return .subscribe(authorization)
    }

    /// The authorization with this number failed.
    package mutating func notAuthorized(
        number: Int, _ failure: SubscriptionFailure
    ) -> OnAuthorized {
        guard case .authorizing(number, _) = self.currentState else { return .none }
        self.currentState = .failed(failure)
        return .fail
    }

    // MARK: The server's answer

    /// The server confirmed the subscription. Some servers confirm it again after a second request.
    package mutating func succeeded(roster: Roster?) -> OnSucceeded {
        switch self.currentState {
        case .subscribing(let asked, _), .refused(_, let asked):
            self.currentState = .subscribed(asked)
            return .subscribed(self.replaceMembers(with: roster, me: asked.signed.user))
        case .subscribed(let asked):
            guard roster != nil else { return .again(nil) }
            var replaced = self.replaceMembers(with: roster, me: asked.signed.user)
            replaced?.difference?.isAfterAbsence = false
            return .again(replaced?.difference?.isEmpty == true ? nil : replaced)
        case .unsubscribing:
            return .leave
        case .requested, .queued, .authorizing, .failed:
            return .unexpected
        }
    }

    /// The server refused the subscription.
    package mutating func refused(_ failure: SubscriptionFailure) -> OnRefused {
        switch self.currentState {
        case .subscribing(let asked, _):
            self.currentState = .refused(failure, asked)
            return .fail
        case .unsubscribing:
            return .forget
        case .requested, .queued, .authorizing, .subscribed, .refused, .failed:
            return .unexpected
        }
    }

    /// A client that is watched has not sent the subscription on this connection.
    package mutating func neverRequested(_ failure: SubscriptionFailure) -> OnRefused {
        guard case .requested = self.currentState else { return .unexpected }
        self.currentState = .failed(failure)
        return .fail
    }

    /// Time has passed: checks whether the present wait has reached the limit. Each wait is
    /// reported once, and continues.
    package mutating func looked(at time: Timestamp, limit: Duration) -> OnLimit {
        guard let start = self.untoldWait else { return .none }
        let waited = time.duration(since: start)
        guard waited >= limit else { return .none }
        let told = Wait(start: start, isTold: true)
        switch self.currentState {
        case .queued: self.currentState = .queued(told)
        case .authorizing(let number, _): self.currentState = .authorizing(number, told)
        case .subscribing(let asked, _): self.currentState = .subscribing(asked, told)
        case .unsubscribing: return .leave
        case .requested, .subscribed, .refused, .failed: return .none
        }
        return .stuck(after: waited)
    }

    // MARK: Members and their number

    /// The server reported how many connections are subscribed. Ignored unless the subscription was
    /// sent on this connection.
    package mutating func counted(_ count: Int) {
        switch self.currentState {
        case .subscribing(var asked, let wait):
            asked.subscriptionCount = count
            self.currentState = .subscribing(asked, wait)
        case .unsubscribing(var asked, let wait):
            asked.subscriptionCount = count
            self.currentState = .unsubscribing(asked, wait)
        case .subscribed(var asked):
            asked.subscriptionCount = count
            self.currentState = .subscribed(asked)
        case .refused, .requested, .queued, .authorizing, .failed:
            break
        }
    }

    package mutating func memberAdded(_ member: Member) -> OnMemberAdded {
        guard self.kind.hasMembers, case .subscribed = self.currentState, !self.lists.isEmpty else {
            return .unexpected
        }
        switch self.lists[0].add(member) {
        case .added: return .publish
        case .alreadyPresent: return .duplicate
        case .unlisted: return .unlisted(isFirst: self.lists[0].unlisted == 1)
        }
    }

    package mutating func memberRemoved(_ id: UserID) -> OnMemberRemoved {
        guard self.kind.hasMembers, case .subscribed = self.currentState else {
            return .unexpected
        }
        guard !self.lists.isEmpty else { return .unknown }
        if let member = self.lists[0].remove(id) { return .publish(member) }
        return self.lists[0].removeUnlisted() ? .unlisted : .unknown
    }

    /// Replaces the members. Some servers confirm a presence channel without a list; it then has
    /// none.
    private mutating func replaceMembers(with roster: Roster?, me: UserID?) -> MembersReplaced? {
        guard self.kind.hasMembers else { return nil }
        let members = Members(roster: roster ?? Roster(members: []), me: me)
        let difference = self.members.map { earlier in
            // This client has not joined or left if its id merely changes with the connection.
            var difference = members.difference(from: earlier)
            difference.joined.removeAll { $0.id == members.me }
            difference.left.removeAll { $0.id == earlier.me }
            return difference
        }
        self.lists = [members]
        return MembersReplaced(members: members, difference: difference)
    }

    // MARK: Leaving

    /// The user no longer wants the channel. A server that has not answered yet would refuse an
    /// unsubscription, so it is told later; one whose answer is overdue is told at once.
    package mutating func unsubscribe() -> OnUnsubscribe {
        switch self.currentState {
        case .subscribing(let asked, let wait):
            guard !wait.isTold else { return .leave }
            self.currentState = .unsubscribing(asked, wait)
            return .wait
        case .subscribed: return .leave
        case .unsubscribing: return .none
        case .requested, .queued, .authorizing, .refused, .failed: return .forget
        }
    }

    /// The connection is gone. A failure stays visible until the next connection.
    package mutating func disconnected() -> OnDisconnected {
        switch self.currentState {
        case .queued, .authorizing, .subscribing, .subscribed:
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
