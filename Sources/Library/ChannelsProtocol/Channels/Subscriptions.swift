/// All subscriptions, each with its state machine, in the order of the requests; and what they
/// share: the connection, the limit on running authorizations, and the timer of their time limit.
///
/// Decides nothing about a channel: `ClientStateMachine` asks the machine of the channel, and turns
/// its outcome into actions.
package struct Subscriptions: Sendable {
    /// A subscription and its position in the order of the requests.
    struct Entry: Sendable {
        var machine: SubscriptionStateMachine
        var place: Int
    }

    /// The state of the current connection.
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
    private(set) var entries: [ChannelName: Entry] = [:]
    private var places = 0
    /// `nil` without a connection.
    private(set) var session: Session?
    /// Authorizations that have not been answered, including those for earlier connections.
    private var running: Set<Int> = []
    private var authorizations = 0
    /// The timer for the time limit; `nil` if nothing waits.
    var limitTimer: TimerID?
    var limitTimers = 0

    /// The maximum number of authorizations that run at a time, including those for an earlier
    /// connection.
    package static let authorizationLimit = 5

    init(timeLimit: Duration = .seconds(10)) {
        self.timeLimit = timeLimit
    }

    // MARK: The list

    /// Adds a channel that was requested.
    /// - Returns: whether it was not in the list.
    mutating func add(_ channel: ChannelName) -> Bool {
        guard self.entries[channel] == nil else { return false }
        self.places += 1
        let machine = SubscriptionStateMachine(channel.kind)
        self.entries[channel] = Entry(machine: machine, place: self.places)
        return true
    }

    /// Removes the channel from the list.
    mutating func remove(_ channel: ChannelName) {
        self.entries[channel] = nil
        self.noteDeparture(of: channel)
    }

    /// Reports something to the machine of a channel.
    /// - Returns: `nil` if the channel is not in the list.
    mutating func ask<Outcome>(
        _ channel: ChannelName, _ question: (inout SubscriptionStateMachine) -> Outcome
    ) -> Outcome? {
        guard let index = self.entries.index(forKey: channel) else { return nil }
        return question(&self.entries.values[index].machine)
    }

    // MARK: The connection

    /// The server established a connection.
    mutating func connected(as socketID: SocketID) { self.session = Session(socketID: socketID) }

    /// The connection is gone.
    mutating func disconnected() { self.session = nil }

    /// The channel is unsubscribed on the server, possibly before the server knew it.
    mutating func noteDeparture(of channel: ChannelName) {
        self.session?.departed.insert(channel)
    }

    /// Whether the channel was unsubscribed on this connection.
    func isDeparted(_ channel: ChannelName) -> Bool {
        self.session?.departed.contains(channel) ?? false
    }

    /// An error refuses one of several channels without saying which: as many equal ones may
    /// follow as there are others.
    mutating func share(_ error: ServerError, among channels: [ChannelName]) {
        self.session?.shared = (error, channels.count - 1)
    }

    /// Whether an error repeats one that was attributed to several channels, and is expected.
    mutating func isRepeated(_ error: ServerError) -> Bool {
        guard let shared = self.session?.shared, shared.error == error, shared.left > 0 else {
            return false
        }
        self.session?.shared = (error, shared.left - 1)
        return true
    }

    // MARK: Authorizations

    /// The channel waits for its turn to be authorized.
    mutating func waitForAuthorization(_ channel: ChannelName) {
        self.session?.waiting.append(channel)
    }

    /// Authorizations whose turn has come.
    mutating func startAuthorizations() -> [AuthorizationRequest] {
        guard let session = self.session else { return [] }
        var requests: [AuthorizationRequest] = []
        var taken = 0
        for channel in session.waiting {
            guard self.running.count < Self.authorizationLimit else { break }
            taken += 1
            let number = self.authorizations + 1
            guard self.ask(channel, { $0.turnCame(number: number) }) == .authorize else { continue }
            self.authorizations = number
            self.running.insert(number)
            requests.append(
                AuthorizationRequest(channel: channel, socketID: session.socketID, number: number))
        }
        self.session?.waiting.removeFirst(taken)
        return requests
    }

    /// An authorization was answered, so that another may run.
    /// - Returns: whether it was running.
    mutating func ended(_ request: AuthorizationRequest) -> Bool {
        self.running.remove(request.number) != nil
    }
}
