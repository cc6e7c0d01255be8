/// All subscriptions, each with its state machine. Routes what happens to the right machine, and
/// limits how many authorizations run at a time.
package struct Subscriptions: Sendable {
    /// A subscription and its position in the order of the requests.
    struct Entry: Sendable {
        var machine: SubscriptionStateMachine
        var place: Int
    }

    /// The state of the present connection.
    struct Session: Sendable {
        var socketID: SocketID
        /// Channels that were unsubscribed on this connection. Late messages about them are
        /// expected, and a confirmation that nothing waits for is undone.
        var departed: Set<ChannelName> = []
        /// Channels that wait for their turn to be authorized. One that was unsubscribed in the
        /// meantime is skipped.
        var waiting: [ChannelName] = []
        /// An error that was attributed to several channels, and how many equal ones may follow.
        var shared: (error: ServerError, left: Int)?
    }

    /// How long a subscription may wait before it is reported as stuck.
    let timeLimit: Duration
    var entries: [ChannelName: Entry] = [:]
    private var places = 0
    /// `nil` without a connection.
    var session: Session?
    /// Authorizations that have not been answered, including those for earlier connections.
    private var running: Set<Int> = []
    private var authorizations = 0
    /// The timer for the time limit; `nil` if nothing waits.
    var limitTimer: TimerID?
    var limitTimers = 0

    /// The maximum number of authorizations that run at a time, including those for an earlier
    /// connection.
    package static let authorizationLimit = 5

    /// Whether subscriptions begin only when they are sent by whoever is watched.
    private let isObserving: Bool

    package init(timeLimit: Duration = .seconds(10), isObserving: Bool = false) {
        self.timeLimit = timeLimit
        self.isObserving = isObserving
    }

    // MARK: Requests of the user

    /// - Parameter authorization: an authorization for the present connection; ignored without a
    ///   connection.
    mutating func subscribe(
        _ channel: ChannelName, _ authorization: ChannelAuthorization?, at time: Timestamp
    ) -> OnProgress {
        let isNew = self.entries[channel] == nil
        if isNew {
            self.places += 1
            let machine = SubscriptionStateMachine(channel.kind)
            self.entries[channel] = Entry(machine: machine, place: self.places)
        }
        guard self.session != nil else { return self.request(channel, isNew: isNew) }
        var progress = OnProgress()
        let onBegin = self.ask(channel) { $0.wanted(authorization, at: time) }
        self.begin(channel, onBegin, at: time, &progress)
        progress.requests = self.startAuthorizations()
        return progress
    }

    /// Repeats a subscription that is under way, confirmed or failed.
    mutating func resubscribe(_ channel: ChannelName, at time: Timestamp) -> OnProgress {
        guard self.session != nil else { return self.request(channel) }
        switch self.ask(channel, { $0.again(at: time) }) {
        case .begin(let onBegin, let leavingFirst):
            var progress = OnProgress()
            if leavingFirst { self.session?.departed.insert(channel) }
            self.begin(channel, onBegin, leavingFirst: leavingFirst, at: time, &progress)
            progress.requests = self.startAuthorizations()
            return progress
        case .some(.none), nil:
            return OnProgress()
        }
    }

    mutating func unsubscribe(_ channel: ChannelName) -> OnUnsubscribe {
        let onUnsubscribe = self.ask(channel) { $0.unsubscribe() } ?? .none
        switch onUnsubscribe {
        case .leave, .forget: self.remove(channel)
        case .wait, .none: break
        }
        return onUnsubscribe
    }

    // MARK: Changes of the connection

    mutating func connected(as socketID: SocketID, at time: Timestamp) -> OnProgress {
        self.session = Session(socketID: socketID)
        guard !self.isObserving else { return OnProgress() }
        var progress = OnProgress()
        for channel in self.inOrder {
            let onBegin = self.ask(channel) { $0.connected(at: time) }
            self.begin(channel, onBegin, at: time, &progress)
        }
        progress.requests = self.startAuthorizations()
        return progress
    }

    /// - Returns: the channels whose state changed, in the order of the requests.
    mutating func disconnected() -> [Step] {
        self.session = nil
        return self.inOrder.compactMap { channel in
            switch self.ask(channel, { $0.disconnected() }) {
            case .publish:
                return self.step(channel)
            case .forget:
                self.remove(channel)
                return Step(channel: channel, state: .unsubscribed)
            case .some(.none), nil:
                return nil
            }
        }
    }

    // MARK: Beginning

    /// The user subscribes without a connection.
    private mutating func request(_ channel: ChannelName, isNew: Bool = false) -> OnProgress {
        let changes = self.ask(channel) { $0.requested() } == .publish
        guard changes || isNew, let step = self.step(channel) else { return OnProgress() }
        return OnProgress(steps: [step])
    }

    private mutating func begin(
        _ channel: ChannelName, _ onBegin: SubscriptionStateMachine.OnBegin?,
        leavingFirst: Bool = false, at time: Timestamp, _ progress: inout OnProgress
    ) {
        guard let onBegin, var step = self.step(channel) else { return }
        if leavingFirst { step.messages = [.unsubscribe] }
        switch onBegin {
        case .queue: self.session?.waiting.append(channel)
        case .subscribe(let authorization): step.messages.append(.subscribe(authorization))
        case .resume: break
        case .none: return
        }
        progress.steps.append(step)
        progress.limitTimer = progress.limitTimer ?? self.startLimitTimer()
    }

    private mutating func startAuthorizations() -> [AuthorizationRequest] {
        guard let session = self.session else { return [] }
        var requests: [AuthorizationRequest] = []
        var looked = 0
        for channel in session.waiting {
            guard self.running.count < Self.authorizationLimit else { break }
            looked += 1
            let number = self.authorizations + 1
            guard self.ask(channel, { $0.turnCame(number: number) }) == .authorize else { continue }
            self.authorizations = number
            self.running.insert(number)
            requests.append(
                AuthorizationRequest(channel: channel, socketID: session.socketID, number: number))
        }
        self.session?.waiting.removeFirst(looked)
        return requests
    }

    mutating func authorized(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: Timestamp
    ) -> OnProgress {
        guard self.running.remove(request.number) != nil else { return OnProgress() }
        var progress = OnProgress()
        if self.session?.socketID == request.socketID {
            self.settle(request, result, at: time, &progress)
        }
        progress.requests = self.startAuthorizations()
        return progress
    }

    private mutating func settle(
        _ request: AuthorizationRequest,
        _ result: Result<ChannelAuthorization, SubscriptionFailure>, at time: Timestamp,
        _ progress: inout OnProgress
    ) {
        let onAuthorized = self.ask(request.channel) { machine in
            switch result {
            case .success(let authorization):
                machine.authorized(number: request.number, authorization, at: time)
            case .failure(let failure):
                machine.notAuthorized(number: request.number, failure)
            }
        }
        guard let onAuthorized, var step = self.step(request.channel) else { return }
        switch onAuthorized {
        case .subscribe(let authorization):
            step.messages = [.subscribe(authorization)]
            progress.limitTimer = self.startLimitTimer()
        case .fail: break
        case .none: return
        }
        progress.steps.append(step)
    }

    // MARK: Leaving

    /// Removes the channel from the list.
    mutating func remove(_ channel: ChannelName) {
        self.entries[channel] = nil
        self.session?.departed.insert(channel)
    }

    /// Whether the channel was unsubscribed, possibly before the server knew it.
    func isDeparted(_ channel: ChannelName) -> Bool {
        self.session?.departed.contains(channel) ?? false
    }

    // MARK: Access to one machine

    /// Sends a report to the machine of a channel.
    /// - Returns: `nil` if the channel is not in the list.
    mutating func ask<Answer>(
        _ channel: ChannelName, _ question: (inout SubscriptionStateMachine) -> Answer
    ) -> Answer? {
        guard let index = self.entries.index(forKey: channel) else { return nil }
        return question(&self.entries.values[index].machine)
    }

    /// A step that publishes the present state of a channel; `nil` if it is not in the list.
    private func step(_ channel: ChannelName) -> Step? {
        self.state(of: channel).map { Step(channel: channel, state: $0) }
    }
}
