/// The answers of `Subscriptions`.
extension Subscriptions {
    /// A change of one channel: the messages to send, and the state to publish after them.
    package struct Step: Hashable, Sendable {
        package var channel: ChannelName
        /// Sent in this order.
        package var messages: [Message] = []
        package var state: SubscriptionState

        package enum Message: Hashable, Sendable {
            case subscribe(ChannelAuthorization?)
            case unsubscribe
        }
    }

    /// Subscriptions that begin or continue.
    package struct OnProgress: Hashable, Sendable {
        /// In the order of the requests.
        package var steps: [Step] = []
        /// Set if the timer that looks for overdue subscriptions has to be started.
        package var limitTimer: StartedTimer?
        /// Authorizations whose turn has come.
        package var requests: [AuthorizationRequest] = []
    }

    package typealias OnUnsubscribe = SubscriptionStateMachine.OnUnsubscribe

    package enum OnSucceeded: Hashable, Sendable {
        /// The subscription is confirmed, with the members of a presence channel.
        case subscribed(SubscriptionStateMachine.MembersReplaced?)
        /// It was confirmed before; with the members, if they differ.
        case again(SubscriptionStateMachine.MembersReplaced?)
        /// The user has unsubscribed in the meantime: unsubscribe on the server, and remove the
        /// channel.
        case leave
        /// The channel is gone. The unsubscription was sent before the server confirmed the
        /// subscription, and may have been ignored: send it again.
        case leaveAgain
        case report(Problem)
    }

    package enum OnRefused: Hashable, Sendable {
        case fail(SubscriptionFailure)
        /// The user has unsubscribed in the meantime: remove the channel. A refusal that may have
        /// meant something else is reported too.
        case forget(Problem?)
        case report(Problem)
        /// Expected: the channel was unsubscribed.
        case none
    }

    /// The answer to an error that refuses a subscription without naming it.
    package enum OnRefusedTogether {
        /// It concerns one of these.
        case fail([(channel: ChannelName, answer: OnRefused)])
        case report(Problem)
        /// Expected: an equal error has already failed its channel.
        case none
    }

    package enum OnMemberAdded: Hashable, Sendable {
        case publish
        case report(Problem)
        /// Expected: the channel was unsubscribed.
        case none
    }

    package enum OnMemberRemoved: Hashable, Sendable {
        case publish(Member)
        case report(Problem)
        /// Expected: the channel was unsubscribed.
        case none
    }

    /// What to do about a subscription count or a cache miss.
    package enum OnNews: Hashable, Sendable {
        case publish
        case report(Problem)
        /// Expected: the channel was unsubscribed.
        case none
    }

    package struct OnTimer: Hashable, Sendable {
        /// Subscriptions that have reached the time limit, in the order of the requests.
        package var overdue: [Overdue] = []
        /// Set if others are waiting.
        package var limitTimer: StartedTimer?
    }

    package struct Overdue: Hashable, Sendable {
        package var channel: ChannelName
        package var answer: SubscriptionStateMachine.OnLimit
    }
}
