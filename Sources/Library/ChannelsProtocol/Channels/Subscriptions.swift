/// All subscriptions, each with its machine, in the order of the requests; and what they share:
/// the connection, the limit on authorizations, the timer. `ClientStateMachine` turns the
/// outcomes into actions.
package struct Subscriptions: Sendable {
    struct Entry: Sendable {
        var machine: SubscriptionStateMachine
        var place: Int
    }

    struct Session: Sendable {
        var socketID: SocketID
        /// Unsubscribed on this connection: late messages are expected, and a confirmation that
        /// nothing waits for is undone.
        var departed: Set<ChannelName> = []
        /// For a turn to be authorized. Those unsubscribed in the meantime are skipped.
        var waiting: [ChannelName] = []
        /// An error that was attributed to several channels, and how many equal ones may follow.
        var shared: (error: ServerError, left: Int)?
    }

    let timeLimit: Duration
    var mask = SecretMask()
    private(set) var entries: [ChannelName: Entry] = [:]
    private var places = 0
    private(set) var session: Session?
    private var running: Set<Int> = []
    private var authorizations = 0
    var limitTimer: TimerID?
    var limitTimers = 0

    package static let authorizationLimit = 5

    init(timeLimit: Duration = .seconds(10)) {
        self.timeLimit = timeLimit
    }

    // MARK: The list

    mutating func add(_ channel: ChannelName) -> Bool {
        guard self.entries[channel] == nil else { return false }
        self.places += 1
        let machine = SubscriptionStateMachine(channel.kind)
        self.entries[channel] = Entry(machine: machine, place: self.places)
        return true
    }

    mutating func remove(_ channel: ChannelName) {
        self.entries[channel] = nil
        self.noteDeparture(of: channel)
    }

    mutating func ask<Outcome>(
        _ channel: ChannelName, _ question: (inout SubscriptionStateMachine) -> Outcome
    ) -> Outcome? {
        guard let index = self.entries.index(forKey: channel) else { return nil }
        return question(&self.entries.values[index].machine)
    }

    // MARK: The connection

    mutating func connected(as socketID: SocketID) { self.session = Session(socketID: socketID) }

    mutating func disconnected() { self.session = nil }

    mutating func noteDeparture(of channel: ChannelName) {
        self.session?.departed.insert(channel)
    }

    func isDeparted(_ channel: ChannelName) -> Bool {
        self.session?.departed.contains(channel) ?? false
    }

    /// An error refuses one of several channels without saying which: as many equal ones may follow
    /// as there are others.
    mutating func share(_ error: ServerError, among channels: [ChannelName]) {
        self.session?.shared = (error, channels.count - 1)
    }

    mutating func isRepeated(_ error: ServerError) -> Bool {
        guard let shared = self.session?.shared, shared.error == error, shared.left > 0 else {
            return false
        }
        self.session?.shared = (error, shared.left - 1)
        return true
    }

    // MARK: Authorizations

    mutating func waitForAuthorization(_ channel: ChannelName) {
        self.session?.waiting.append(channel)
    }

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

    mutating func ended(_ request: AuthorizationRequest) -> Bool {
        self.running.remove(request.number) != nil
    }
}
