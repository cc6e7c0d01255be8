/// The channels that the user wants, each with its machine: routes what happens to the right one,
/// and keeps the number of authorizations that run at a time small.
package struct Subscriptions: Sendable {
    /// The connection that messages go to.
    struct Link: Hashable, Sendable {
        var socket: SocketNumber
        var socketID: SocketID
    }

    /// A channel and its place in the order of requests.
    private struct Entry: Sendable {
        var machine: SubscriptionStateMachine
        var place: Int
    }

    /// A channel that was given up after the server had been asked for it: late messages about it
    /// are no surprise.
    struct Departure: Sendable {
        /// The server did not take the unsubscription, as the subscription was in progress.
        var wasRefused = false
        /// The subscription was confirmed after all.
        var wasConfirmed = false
    }

    private var entries: [ChannelName: Entry] = [:]
    private var places = 0
    var link: Link?
    /// Since the connection was established.
    var departures: [ChannelName: Departure] = [:]
    /// Channels that wait for their turn to be authorized. One that was given up meanwhile is
    /// skipped when its turn comes.
    private var waiting: [ChannelName] = []
    private var running: Set<Int> = []
    private var authorizations = 0

    /// The most authorizations that run at a time, those for a connection of earlier included.
    package static let authorizationLimit = 5

    package init() {}

    // MARK: What is known

    /// Every wanted channel and its state, in the order in which they were asked for.
    package var states: [(channel: ChannelName, state: SubscriptionState)] {
        self.entries.sorted { $0.value.place < $1.value.place }
            .map { ($0.key, $0.value.machine.state) }
    }

    /// How many subscriptions the server has confirmed.
    package var subscribedCount: Int {
        self.entries.values.count { $0.machine.state == .subscribed }
    }

    /// The state of a channel; `nil` when it is not wanted.
    package func state(of channel: ChannelName) -> SubscriptionState? {
        self.entries[channel]?.machine.state
    }

    /// The members of a presence channel, also while the connection is away.
    package func members(of channel: ChannelName) -> Members? {
        self.entries[channel]?.machine.members
    }

    /// The one channel that waits for the server's answer; `nil` when there are more, or none.
    var onlyOneSubscribing: ChannelName? {
        let subscribing = self.entries.lazy.filter { $0.value.machine.state == .subscribing }
        let firstTwo = subscribing.prefix(2).map(\.key)
        return firstTwo.count == 1 ? firstTwo.first : nil
    }

    // MARK: What the user asks

    mutating func subscribe(_ channel: ChannelName, into actions: inout [ClientAction]) {
        if self.entries[channel] == nil {
            self.places += 1
            let machine = SubscriptionStateMachine(channel.kind)
            self.entries[channel] = Entry(machine: machine, place: self.places)
            if self.link == nil { self.publishState(of: channel, into: &actions) }
        }
        if self.link != nil {
            self.begin(channel, into: &actions)
            self.startAuthorizations(into: &actions)
        } else if self.entries[channel]?.machine.requested() == .publish {
            self.publishState(of: channel, into: &actions)
        }
    }

    mutating func unsubscribe(_ channel: ChannelName, into actions: inout [ClientAction]) {
        guard let entry = self.entries.removeValue(forKey: channel) else { return }
        if entry.machine.unsubscribe() == .send, let link = self.link {
            self.departures[channel] = Departure()
            actions.append(.send(.unsubscribe(channel), link.socket))
        }
        actions.append(.publish(.subscriptionChanged(channel, .unsubscribed)))
    }

    // MARK: What happens to the connection

    mutating func connected(_ link: Link, into actions: inout [ClientAction]) {
        self.link = link
        for channel in self.states.map(\.channel) {
            self.begin(channel, into: &actions)
        }
        self.startAuthorizations(into: &actions)
    }

    mutating func disconnected(into actions: inout [ClientAction]) {
        self.link = nil
        self.departures = [:]
        self.waiting = []
        for channel in self.states.map(\.channel)
        where self.entries[channel]?.machine.disconnected() == .publish {
            self.publishState(of: channel, into: &actions)
        }
    }

    mutating func authorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>,
        into actions: inout [ClientAction]
    ) {
        guard self.running.remove(request.number) != nil else { return }
        if let link = self.link, link.socketID == request.socketID {
            self.settle(request, result, on: link, into: &actions)
        }
        self.startAuthorizations(into: &actions)
    }

    private mutating func settle(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, on link: Link,
        into actions: inout [ClientAction]
    ) {
        let channel = request.channel
        switch self.answer(request, result) {
        case .subscribe(let authorization):
            self.departures[channel] = nil
            actions.append(.send(.subscribe(channel, authorization), link.socket))
            self.publishState(of: channel, into: &actions)
        case .fail:
            self.publishState(of: channel, into: &actions)
        case .some(.none), nil:
            break
        }
    }

    private mutating func answer(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>
    ) -> SubscriptionStateMachine.OnAuthorized? {
        switch result {
        case .success(let authorization):
            self.entries[request.channel]?.machine.authorized(
                number: request.number, authorization, user: authorization.userID)
        case .failure(let failure):
            self.entries[request.channel]?.machine.notAuthorized(number: request.number, failure)
        }
    }

    private mutating func begin(_ channel: ChannelName, into actions: inout [ClientAction]) {
        guard let link = self.link else { return }
        switch self.entries[channel]?.machine.connected() {
        case .queue:
            self.waiting.append(channel)
            self.publishState(of: channel, into: &actions)
        case .subscribe:
            self.departures[channel] = nil
            actions.append(.send(.subscribe(channel, nil), link.socket))
            self.publishState(of: channel, into: &actions)
        case .some(.none), nil:
            break
        }
    }

    private mutating func startAuthorizations(into actions: inout [ClientAction]) {
        guard let link = self.link else { return }
        var started = 0
        for channel in self.waiting {
            guard self.running.count < Self.authorizationLimit else { break }
            started += 1
            let number = self.authorizations + 1
            guard self.entries[channel]?.machine.turnCame(number: number) == .authorize else {
                continue
            }
            self.authorizations = number
            self.running.insert(number)
            actions.append(
                .authorize(
                    AuthorizationRequest(
                        channel: channel, socketID: link.socketID, number: number)))
        }
        self.waiting.removeFirst(started)
    }

    // MARK: Access to one machine

    /// Asks the machine of a channel, in place.
    /// - Returns: `nil` when the channel is not wanted.
    mutating func ask<Answer>(
        _ channel: ChannelName, _ question: (inout SubscriptionStateMachine) -> Answer
    ) -> Answer? {
        guard let index = self.entries.index(forKey: channel) else { return nil }
        return question(&self.entries.values[index].machine)
    }

    func publishState(of channel: ChannelName, into actions: inout [ClientAction]) {
        guard let state = self.state(of: channel) else { return }
        actions.append(.publish(.subscriptionChanged(channel, state)))
    }
}

extension ChannelAuthorization {
    /// The user that the signed channel data names; numbers are kept as their digits.
    package var userID: UserID? {
        switch self.channelData.flatMap(JSON.parse)?["user_id"] {
        case .string(let text), .number(let text): UserID(text)
        case .null, .bool, .array, .object, nil: nil
        }
    }
}
