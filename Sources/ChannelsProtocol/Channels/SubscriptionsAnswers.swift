/// What the machine of all subscriptions answers.
extension Subscriptions {
    /// One channel that went on: what the server is told, and then the state that is published.
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

    /// Subscriptions that begin or go on.
    package struct OnProgress: Hashable, Sendable {
        /// In the order of the requests.
        package var steps: [Step] = []
        /// Set when no timer runs that looks for subscriptions that wait for too long.
        package var limitTimer: StartedTimer?
        /// Authorizations whose turn has come.
        package var requests: [AuthorizationRequest] = []
    }

    package typealias OnUnsubscribe = SubscriptionStateMachine.OnUnsubscribe

    package enum OnSucceeded: Hashable, Sendable {
        /// The subscription is confirmed; the members of a presence channel with it.
        case subscribed(SubscriptionStateMachine.MembersReplaced?)
        /// It was confirmed before; the members, when they differ.
        case again(SubscriptionStateMachine.MembersReplaced?)
        /// The user has unsubscribed in the meantime: tell the server, and remove the channel.
        case leave
        /// The channel is gone. The server was told before it confirmed the subscription and may have
        /// ignored it: tell it again.
        case leaveAgain
        case report(Problem)
    }

    package enum OnRefused: Hashable, Sendable {
        case fail(SubscriptionFailure)
        /// The user has unsubscribed in the meantime: remove the channel. A refusal that may have been
        /// about something else is reported too.
        case forget(Problem?)
        case report(Problem)
        /// The channel was left: expected.
        case none
    }

    /// What an error means that refuses a subscription and names none.
    package enum OnRefusedTogether {
        /// It is about one of these.
        case fail([(channel: ChannelName, answer: OnRefused)])
        case report(Problem)
        /// It was expected: an equal one has failed its channel already.
        case none
    }

    package enum OnMemberAdded: Hashable, Sendable {
        case publish
        case report(Problem)
        /// The channel was left: expected.
        case none
    }

    package enum OnMemberRemoved: Hashable, Sendable {
        case publish(Member)
        case report(Problem)
        /// The channel was left: expected.
        case none
    }

    /// What to do about a subscription count or a cache miss.
    package enum OnNews: Hashable, Sendable {
        case publish
        case report(Problem)
        /// The channel was left: expected.
        case none
    }

    package struct OnTimer: Hashable, Sendable {
        /// Subscriptions that have reached the time limit, in the order of the requests.
        package var overdue: [Overdue] = []
        /// Set when others wait.
        package var limitTimer: StartedTimer?
    }

    package struct Overdue: Hashable, Sendable {
        package var channel: ChannelName
        package var answer: SubscriptionStateMachine.OnLimit
    }
}
