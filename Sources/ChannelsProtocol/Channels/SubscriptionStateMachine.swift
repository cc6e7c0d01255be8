/// Decides about the subscription to one channel that the user wants.
///
/// ```
///             connected               turn            authorized            succeeded
/// requested ─────────────▶ queued ──────────▶ authorizing ─────▶ subscribing ──────▶ subscribed
///     ▲    │ (public)                            │                  ▲   │
///     │    └─────────────────────────────────────┼──────────────────┘   │ refused
///     │                                          │ no authorization     ▼
///     │                                          └──────────────────▶ failed
///     └── disconnected: from all but failed          failed ──subscribe, connected──▶ as requested
/// ```
/// When the user no longer wants the channel, the machine is thrown away.
package struct SubscriptionStateMachine: Sendable {
    private enum State: Hashable, Sendable {
        /// Wanted; there is no connection.
        case requested
        /// Connected; too many authorizations run already.
        case queued
        /// The authorization of this number runs.
        case authorizing(Int)
        /// Sent to the server, as this user.
        case subscribing(UserID?)
        /// The server confirmed it on the present connection.
        case subscribed(UserID?)
        /// Refused by the server on the present connection. As some refusals name no channel and are
        /// attributed by guess, a confirmation may still follow.
        case refused(SubscriptionFailure, UserID?)
        /// Not authorized, or refused on a connection of earlier.
        case failed(SubscriptionFailure)
    }

    package enum OnBegin: Hashable, Sendable {
        /// Take a turn to authorize.
        case queue
        /// Send the subscription.
        case subscribe
        /// Begun already, or done.
        case none
    }

    package enum OnTurn: Hashable, Sendable {
        case authorize
        case none
    }

    package enum OnAuthorized: Hashable, Sendable {
        case subscribe(ChannelAuthorization)
        case fail
        /// The answer is to a question of earlier.
        case none
    }

    package enum OnSucceeded: Hashable, Sendable {
        /// The subscription is confirmed; the members of a presence channel with it.
        case subscribed(MembersReplaced?)
        /// It was confirmed before; the members, when they differ.
        case again(MembersReplaced?)
        /// Nothing was sent that this could confirm.
        case unexpected
    }

    package enum OnRefused: Hashable, Sendable {
        case fail
        /// Nothing was sent that this could refuse.
        case unexpected
    }

    package enum OnMemberAdded: Hashable, Sendable {
        case publish
        /// The user is there already.
        case duplicate
        /// The channel has no members, or is not subscribed.
        case unexpected
    }

    package enum OnMemberRemoved: Hashable, Sendable {
        case publish(Member)
        /// No such user is there.
        case unknown
        /// The channel has no members, or is not subscribed.
        case unexpected
    }

    package enum OnUnsubscribe: Hashable, Sendable {
        /// The server has been asked to subscribe, so it must be told.
        case send
        case none
    }

    package enum OnDisconnected: Hashable, Sendable {
        case publish
        case none
    }

    /// A new list of members, and how it differs from the one before, when there was one.
    package struct MembersReplaced: Hashable, Sendable {
        package var members: Members
        package var difference: MemberDifference?

        package init(members: Members, difference: MemberDifference? = nil) {
            self.members = members
            self.difference = difference
        }
    }

    private let kind: ChannelKind
    private var currentState = State.requested
    /// Kept over a disconnection, until the next subscription brings the new list.
    package private(set) var members: Members?

    /// The user wants a channel of this kind.
    package init(_ kind: ChannelKind) {
        self.kind = kind
    }

    /// The state, in public words.
    package var state: SubscriptionState {
        switch self.currentState {
        case .requested: .requested
        case .queued, .authorizing: .authorizing
        case .subscribing: .subscribing
        case .subscribed: .subscribed
        case .refused(let failure, _), .failed(let failure): .failed(failure)
        }
    }

    /// There is a connection: a failed subscription is tried again too.
    package mutating func connected() -> OnBegin {
        switch self.currentState {
        case .requested, .refused, .failed: return self.begin()
        case .queued, .authorizing, .subscribing, .subscribed: return .none
        }
    }

    /// The user asks, while there is no connection.
    package mutating func requested() -> OnDisconnected {
        switch self.currentState {
        case .refused, .failed:
            self.currentState = .requested
            return .publish
        case .requested, .queued, .authorizing, .subscribing, .subscribed:
            return .none
        }
    }

    /// The number of running authorizations allows one more.
    package mutating func turnCame(number: Int) -> OnTurn {
        guard case .queued = self.currentState else { return .none }
        self.currentState = .authorizing(number)
        return .authorize
    }

    /// The authorization of this number was granted.
    /// - Parameter user: the user id inside it, on a presence channel.
    package mutating func authorized(
        number: Int, _ authorization: ChannelAuthorization, user: UserID?
    ) -> OnAuthorized {
        guard case .authorizing(number) = self.currentState else { return .none }
        self.currentState = .subscribing(user)
        return .subscribe(authorization)
    }

    /// The authorization of this number failed.
    package mutating func notAuthorized(
        number: Int, _ failure: SubscriptionFailure
    ) -> OnAuthorized {
        guard case .authorizing(number) = self.currentState else { return .none }
        self.currentState = .failed(failure)
        return .fail
    }

    /// The server confirmed the subscription. Some servers do so again after a second wish.
    package mutating func succeeded(roster: Roster?) -> OnSucceeded {
        switch self.currentState {
        case .subscribing(let user), .refused(_, let user):
            self.currentState = .subscribed(user)
            return .subscribed(self.replaceMembers(with: roster, me: user))
        case .subscribed(let user):
            guard roster != nil else { return .again(nil) }
            let replaced = self.replaceMembers(with: roster, me: user)
            return .again(replaced?.difference?.isEmpty == true ? nil : replaced)
        case .requested, .queued, .authorizing, .failed:
            return .unexpected
        }
    }

    /// The server refused the subscription.
    package mutating func refused(_ failure: SubscriptionFailure) -> OnRefused {
        switch self.currentState {
        case .subscribing(let user):
            self.currentState = .refused(failure, user)
            return .fail
        case .requested, .queued, .authorizing, .subscribed, .refused, .failed:
            return .unexpected
        }
    }

    package mutating func memberAdded(_ member: Member) -> OnMemberAdded {
        guard self.kind.hasMembers, case .subscribed = self.currentState else {
            return .unexpected
        }
        switch self.members?.add(member) {
        case .added: return .publish
        case .alreadyPresent: return .duplicate
        case nil: return .unexpected
        }
    }

    package mutating func memberRemoved(_ id: UserID) -> OnMemberRemoved {
        guard self.kind.hasMembers, case .subscribed = self.currentState else {
            return .unexpected
        }
        guard let member = self.members?.remove(id) else { return .unknown }
        return .publish(member)
    }

    /// The user no longer wants the channel.
    package func unsubscribe() -> OnUnsubscribe {
        switch self.currentState {
        case .subscribing, .subscribed: .send
        case .requested, .queued, .authorizing, .refused, .failed: .none
        }
    }

    /// The connection is gone. A failure stays to be seen until the next one.
    package mutating func disconnected() -> OnDisconnected {
        switch self.currentState {
        case .queued, .authorizing, .subscribing, .subscribed:
            self.currentState = .requested
            return .publish
        case .refused(let failure, _):
            self.currentState = .failed(failure)
            return .none
        case .requested, .failed:
            return .none
        }
    }

    private mutating func begin() -> OnBegin {
        guard self.kind.needsAuthorization else {
            self.currentState = .subscribing(nil)
            return .subscribe
        }
        self.currentState = .queued
        return .queue
    }

    /// A presence channel without a list, as some servers confirm it, has no members.
    private mutating func replaceMembers(with roster: Roster?, me: UserID?) -> MembersReplaced? {
        guard self.kind.hasMembers else { return nil }
        let members = Members(roster: roster ?? Roster(members: []), me: me)
        let difference = self.members.map { members.difference(from: $0) }
        self.members = members
        return MembersReplaced(members: members, difference: difference)
    }
}
