/// What comes of each report to the state machine of a subscription.
extension SubscriptionStateMachine {
    /// The user or a new connection wants the subscription: how it starts.
    package enum BeginOutcome: Hashable, Sendable {
        /// Wait for a turn to authorize.
        case queue
        /// Send the subscription.
        case subscribe(ChannelAuthorization?)
        /// The unsubscription is cancelled: nothing has to be sent.
        case resume
        /// Already started or done.
        case none
    }

    /// The user wants to start again.
    package enum ResubscribeOutcome: Hashable, Sendable {
        /// Start again; unsubscribe first if the subscription was sent.
        case begin(BeginOutcome, leavingFirst: Bool)
        case none
    }

    /// The turn to be authorized has come.
    package enum TurnOutcome: Hashable, Sendable {
        case authorize
        case none
    }

    /// An authorization was granted or refused.
    package enum AuthorizationOutcome: Hashable, Sendable {
        case subscribe(ChannelAuthorization)
        case fail
        /// The answer is to an earlier request.
        case none
    }

    /// The server confirmed a subscription.
    package enum ConfirmationOutcome: Hashable, Sendable {
        /// The subscription is confirmed, with the members of a presence channel.
        case subscribed(MembersReplaced?)
        /// It was confirmed before; with the members, if they differ.
        case again(MembersReplaced?)
        /// The user has unsubscribed in the meantime: unsubscribe on the server.
        case leave
        /// Nothing was sent that this could confirm.
        case unexpected
    }

    /// The server refused a subscription.
    package enum RefusalOutcome: Hashable, Sendable {
        case fail
        /// The user has unsubscribed in the meantime: nothing has to be sent.
        case forget
        /// Nothing was sent that this could refuse.
        case unexpected
    }

    /// The server's limit on messages refused a subscription.
    enum LimitOutcome: Hashable, Sendable {
        /// It is sent again later.
        case hold
        /// The user has unsubscribed in the meantime: nothing has to be sent.
        case forget
        /// Nothing was sent that this could refuse.
        case none
    }

    /// The server says that a user joined.
    package enum MemberAddedOutcome: Hashable, Sendable {
        case publish
        /// The user is already in the channel.
        case duplicate
        /// The list of members is full. `isFirst` is true for the first member left out.
        case unlisted(isFirst: Bool)
        /// The channel has no members, or is not subscribed.
        case unexpected
    }

    /// The server says that a user left.
    package enum MemberRemovedOutcome: Hashable, Sendable {
        case publish(PresenceMember)
        /// There is no such user in the channel.
        case unknown
        /// No such user is listed, but there were too many to list.
        case unlisted
        /// The channel has no members, or is not subscribed.
        case unexpected
    }

    /// The user no longer wants the channel.
    package enum UnsubscribeOutcome: Hashable, Sendable {
        /// Unsubscribe on the server: the subscription is confirmed, or its answer is overdue.
        case leave
        /// Publish the state. The unsubscription is sent when the server has answered.
        case wait
        /// The subscription was not sent.
        case forget
        /// Already unsubscribed.
        case none
    }

    /// The connection is lost or was never established.
    package enum DisconnectionOutcome: Hashable, Sendable {
        case publish
        /// The user had unsubscribed, and with the connection the server's subscription is gone.
        case forget
        case none
    }

    /// The time limit of the present wait is checked.
    package enum TimeLimitOutcome: Hashable, Sendable {
        /// It has waited this long.
        case stuck(after: Duration)
        /// The user has unsubscribed, and the server does not answer: unsubscribe anyway.
        case leave
        /// Nothing is waiting, or not long enough.
        case none
    }

    /// A new list of members, and how it differs from the previous one, if there was one.
    package struct MembersReplaced: Hashable, Sendable {
        package var members: PresenceMembers
        package var difference: MemberDifference?

        package init(members: PresenceMembers, difference: MemberDifference? = nil) {
            self.members = members
            self.difference = difference
        }
    }
}
