extension SubscriptionStateMachine {
    package enum BeginOutcome: Hashable, Sendable {
        case queue
        case subscribe(ChannelAuthorization?)
        /// The unsubscription is cancelled: nothing has to be sent.
        case resume
        case none
    }

    package enum ResubscribeOutcome: Hashable, Sendable {
        case begin(BeginOutcome, leavingFirst: Bool)
        case none
    }

    package enum TurnOutcome: Hashable, Sendable {
        case authorize
        case none
    }

    package enum AuthorizationOutcome: Hashable, Sendable {
        case subscribe(ChannelAuthorization)
        case fail
        case none
    }

    package enum ConfirmationOutcome: Hashable, Sendable {
        case subscribed(MembersReplaced?)
        case again(MembersReplaced?)
        /// Unsubscribed in the meantime: unsubscribe on the server.
        case leave
        case unexpected
    }

    package enum RefusalOutcome: Hashable, Sendable {
        case fail
        case forget
        case unexpected
    }

    enum LimitOutcome: Hashable, Sendable {
        case hold
        case forget
        case none
    }

    package enum MemberAddedOutcome: Hashable, Sendable {
        case publish
        case duplicate
        /// The list of members is full. `isFirst` is true for the first member left out.
        case unlisted(isFirst: Bool)
        case unexpected
    }

    package enum MemberRemovedOutcome: Hashable, Sendable {
        case publish(PresenceMember)
        case unknown
        /// Perhaps among those that were too many to list.
        case unlisted
        case unexpected
    }

    package enum UnsubscribeOutcome: Hashable, Sendable {
        /// Unsubscribe on the server: the subscription is confirmed, or its answer is overdue.
        case leave
        /// The unsubscription is sent when the server has answered.
        case wait
        case forget
        case none
    }

    package enum DisconnectionOutcome: Hashable, Sendable {
        case publish
        /// Unsubscribed, and the server's subscription is gone with the connection.
        case forget
        case none
    }

    package enum TimeLimitOutcome: Hashable, Sendable {
        case stuck(after: Duration)
        /// Unsubscribed, and the server does not answer: unsubscribe anyway.
        case leave
        case none
    }

    package struct MembersReplaced: Hashable, Sendable {
        package var members: PresenceMembers
        package var difference: MemberDifference?

        package init(members: PresenceMembers, difference: MemberDifference? = nil) {
            self.members = members
            self.difference = difference
        }
    }
}
