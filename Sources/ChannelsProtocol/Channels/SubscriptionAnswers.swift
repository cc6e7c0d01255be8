/// What the machine of a subscription answers.
extension SubscriptionStateMachine {
    package enum OnBegin: Hashable, Sendable {
        /// Take a turn to authorize.
        case queue
        /// Send the subscription.
        case subscribe(ChannelAuthorization?)
        /// Leaving is cancelled: nothing has to be sent.
        case resume
        /// Already begun or done.
        case none
    }

    package enum OnAgain: Hashable, Sendable {
        /// Begin again; first leave, where the server was asked.
        case begin(OnBegin, leavingFirst: Bool)
        case none
    }

    package enum OnTurn: Hashable, Sendable {
        case authorize
        case none
    }

    package enum OnAuthorized: Hashable, Sendable {
        case subscribe(ChannelAuthorization)
        case fail
        /// The answer is to an earlier request.
        case none
    }

    package enum OnSucceeded: Hashable, Sendable {
        /// The subscription is confirmed; the members of a presence channel with it.
        case subscribed(MembersReplaced?)
        /// It was confirmed before; the members, when they differ.
        case again(MembersReplaced?)
        /// The user has unsubscribed in the meantime: tell the server.
        case leave
        /// Nothing was sent that this could confirm.
        case unexpected
    }

    package enum OnRefused: Hashable, Sendable {
        case fail
        /// The user has unsubscribed in the meantime: there is nothing to leave.
        case forget
        /// Nothing was sent that this could refuse.
        case unexpected
    }

    package enum OnMemberAdded: Hashable, Sendable {
        case publish
        /// The user is already in the channel.
        case duplicate
        /// The channel has no members, or is not subscribed.
        case unexpected
    }

    package enum OnMemberRemoved: Hashable, Sendable {
        case publish(Member)
        /// No such user is in the channel.
        case unknown
        /// The channel has no members, or is not subscribed.
        case unexpected
    }

    package enum OnUnsubscribe: Hashable, Sendable {
        /// Tell the server: the subscription is confirmed, or its answer is overdue.
        case leave
        /// Publish the state: the server is told when it has answered.
        case wait
        /// The server was not asked.
        case forget
        /// Already unsubscribed.
        case none
    }

    package enum OnDisconnected: Hashable, Sendable {
        case publish
        /// The user had unsubscribed, and the server forgot the channel with the connection.
        case forget
        case none
    }

    package enum OnLimit: Hashable, Sendable {
        /// It has waited for this long.
        case stuck(after: Duration)
        /// The user has unsubscribed, and the server does not answer: tell it anyway.
        case leave
        /// Nothing waits, or not long enough.
        case none
    }

    /// A new list of members, and how it differs from the previous one, if there was one.
    package struct MembersReplaced: Hashable, Sendable {
        package var members: Members
        package var difference: MemberDifference?

        package init(members: Members, difference: MemberDifference? = nil) {
            self.members = members
            self.difference = difference
        }
    }
}
