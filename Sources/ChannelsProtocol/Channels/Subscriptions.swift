/// The channels that the user wants, each with its machine: routes what happens to the right one,
/// and keeps the number of authorizations that run at a time small.
package struct Subscriptions: Sendable {
    /// The connection that messages go to.
    struct Link: Hashable, Sendable {
        var socket: SocketNumber
        var socketID: SocketID
    }

    /// A channel and its place in the order of requests.
    struct Entry: Sendable {
        var machine: SubscriptionStateMachine
        var place: Int
        /// When the state that was published last began.
        var since: Timestamp
        /// As the server told it on the present subscription.
        var subscriptionCount: Int?
    }

    /// How long a subscription may wait before it is told as stuck.
    let timeLimit: Duration
    var entries: [ChannelName: Entry] = [:]
    private var places = 0
    var link: Link?
    /// Channels that were left on the present connection: late messages about them are no surprise,
    /// and a confirmation that nothing waits for is undone.
    private var departed: Set<ChannelName> = []
    /// Channels that wait for their turn to be authorized. One that was given up meanwhile is
    /// skipped when its turn comes.
    private var waiting: [ChannelName] = []
    private var running: Set<Int> = []
    private var authorizations = 0
    /// The one timer that looks for subscriptions that wait for too long.
    var limitTimer: TimerID?
    var limitTimers = 0

    /// The most authorizations that run at a time, those for a connection of earlier included.
    package static let authorizationLimit = 5

    package init(timeLimit: Duration = .seconds(10)) {
        self.timeLimit = timeLimit
    }

    // MARK: What the user asks

    /// - Parameter authorization: one for the present connection. Without a connection it is for
    ///   none that will come, and goes unused.
    mutating func subscribe(
        _ channel: ChannelName, _ authorization: ChannelAuthorization?, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        if self.entries[channel] == nil {
            self.places += 1
            let machine = SubscriptionStateMachine(channel.kind)
            self.entries[channel] = Entry(machine: machine, place: self.places, since: time)
            if self.link == nil { self.publishState(of: channel, at: time, into: &actions) }
        }
        if self.link != nil {
            let onBegin = self.ask(channel) { $0.wanted(authorization, at: time) }
            self.begin(channel, onBegin, at: time, into: &actions)
            self.startAuthorizations(into: &actions)
        } else {
            self.request(channel, at: time, into: &actions)
        }
    }

    /// Begins anew what is begun, done, or failed.
    mutating func resubscribe(
        _ channel: ChannelName, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        guard self.link != nil else { return self.request(channel, at: time, into: &actions) }
        switch self.ask(channel, { $0.again(at: time) }) {
        case .begin(let onBegin, let leavingFirst):
            if leavingFirst { self.sendUnsubscription(of: channel, into: &actions) }
            self.entries[channel]?.subscriptionCount = nil
            self.begin(channel, onBegin, at: time, into: &actions)
            self.startAuthorizations(into: &actions)
        case .some(.none), nil:
            break
        }
    }

    mutating func unsubscribe(
        _ channel: ChannelName, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        switch self.ask(channel, { $0.unsubscribe() }) {
        case .leave: self.leave(channel, into: &actions)
        case .wait: self.publishState(of: channel, at: time, into: &actions)
        case .forget: self.forget(channel, into: &actions)
        case .some(.none), nil: break
        }
    }

    // MARK: What happens to the connection

    mutating func connected(
        _ link: Link, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        self.link = link
        for channel in self.inOrder {
            let onBegin = self.ask(channel) { $0.connected(at: time) }
            self.begin(channel, onBegin, at: time, into: &actions)
        }
        self.startAuthorizations(into: &actions)
    }

    mutating func disconnected(at time: Timestamp, into actions: inout [ClientAction]) {
        self.link = nil
        self.departed = []
        self.waiting = []
        for channel in self.inOrder {
            self.entries[channel]?.subscriptionCount = nil
            switch self.ask(channel, { $0.disconnected() }) {
            case .publish: self.publishState(of: channel, at: time, into: &actions)
            case .forget: self.forget(channel, into: &actions)
            case .some(.none), nil: break
            }
        }
    }

    // MARK: Beginning

    private mutating func request(
        _ channel: ChannelName, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        guard self.ask(channel, { $0.requested() }) == .publish else { return }
        self.publishState(of: channel, at: time, into: &actions)
    }

    private mutating func begin(
        _ channel: ChannelName, _ onBegin: SubscriptionStateMachine.OnBegin?, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        guard let link = self.link, let onBegin else { return }
        switch onBegin {
        case .queue:
            self.waiting.append(channel)
        case .subscribe(let authorization):
            actions.append(.send(.subscribe(channel, authorization), link.socket))
        case .resume:
            break
        case .none:
            return
        }
        self.publishState(of: channel, at: time, into: &actions)
        self.startLimitTimer(at: time, into: &actions)
    }

    private mutating func startAuthorizations(into actions: inout [ClientAction]) {
        guard let link = self.link else { return }
        var started = 0
        for channel in self.waiting {
            guard self.running.count < Self.authorizationLimit else { break }
            started += 1
            let number = self.authorizations + 1
            guard self.ask(channel, { $0.turnCame(number: number) }) == .authorize else { continue }
            self.authorizations = number
            self.running.insert(number)
            actions.append(
                .authorize(
                    AuthorizationRequest(
                        channel: channel, socketID: link.socketID, number: number)))
        }
        self.waiting.removeFirst(started)
    }

    mutating func authorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: Timestamp,
        into actions: inout [ClientAction]
    ) {
        guard self.running.remove(request.number) != nil else { return }
        if let link = self.link, link.socketID == request.socketID {
            self.settle(request, result, on: link, at: time, into: &actions)
        }
        self.startAuthorizations(into: &actions)
    }

    private mutating func settle(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, on link: Link,
        at time: Timestamp, into actions: inout [ClientAction]
    ) {
        let channel = request.channel
        let onAuthorized = self.ask(channel) { machine in
            switch result {
            case .success(let authorization):
                machine.authorized(number: request.number, authorization, at: time)
            case .failure(let failure):
                machine.notAuthorized(number: request.number, failure)
            }
        }
        switch onAuthorized {
        case .subscribe(let authorization):
            actions.append(.send(.subscribe(channel, authorization), link.socket))
            self.publishState(of: channel, at: time, into: &actions)
            self.startLimitTimer(at: time, into: &actions)
        case .fail:
            self.publishState(of: channel, at: time, into: &actions)
        case .some(.none), nil:
            break
        }
    }

    // MARK: Leaving

    /// Tells the server, and forgets the channel.
    mutating func leave(_ channel: ChannelName, into actions: inout [ClientAction]) {
        self.sendUnsubscription(of: channel, into: &actions)
        self.forget(channel, into: &actions)
    }

    /// The channel goes from the list.
    mutating func forget(_ channel: ChannelName, into actions: inout [ClientAction]) {
        self.entries[channel] = nil
        if self.link != nil { self.departed.insert(channel) }
        actions.append(.publish(.subscriptionChanged(channel, .unsubscribed)))
    }

    mutating func sendUnsubscription(
        of channel: ChannelName, into actions: inout [ClientAction]
    ) {
        guard let link = self.link else { return }
        self.departed.insert(channel)
        actions.append(.send(.unsubscribe(channel), link.socket))
    }

    /// Whether the channel was left, and the server may not have known it yet when it spoke of it.
    func isDeparted(_ channel: ChannelName) -> Bool { self.departed.contains(channel) }

    // MARK: Access to one machine

    /// Asks the machine of a channel, in place.
    /// - Returns: `nil` when the channel is not in the list.
    mutating func ask<Answer>(
        _ channel: ChannelName, _ question: (inout SubscriptionStateMachine) -> Answer
    ) -> Answer? {
        guard let index = self.entries.index(forKey: channel) else { return nil }
        return question(&self.entries.values[index].machine)
    }

    mutating func publishState(
        of channel: ChannelName, at time: Timestamp, into actions: inout [ClientAction]
    ) {
        guard let index = self.entries.index(forKey: channel) else { return }
        self.entries.values[index].since = time
        let state = self.entries.values[index].machine.state
        actions.append(.publish(.subscriptionChanged(channel, state)))
    }
}
