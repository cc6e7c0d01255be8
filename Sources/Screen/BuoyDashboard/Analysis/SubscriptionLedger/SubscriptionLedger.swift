import ChannelsProtocol
import DequeModule

struct SubscriptionLedger: Hashable, Sendable {
    enum Entry: Hashable, Sendable {
        case connection(ConnectionSubscriptions)
        case subscription(SubscriptionTrace)
    }

    /// Hundreds of channels, and a connection that is lost now and then.
    private static let limit = 4000
    /// More tokens are not in use at the same time.
    private static let tokenLimit = 64

    private struct KnownToken: Hashable {
        let mark: SecretMark
        let token: SubscriptionTrace.Token
    }

    private var entries: Deque<Entry> = []
    private var dropped = 0
    /// The entries of subscriptions that have not ended, by channel.
    private var open: [ChannelName: Int] = [:]
    private var connection: Int?
    private var tokens: [KnownToken] = []

    var count: Int { self.entries.count }

    var numbers: Range<Int> { self.dropped..<self.dropped + self.entries.count }

    subscript(number: Int) -> Entry? {
        self.numbers.contains(number) ? self.entries[number - self.dropped] : nil
    }

    func subscription(_ number: Int) -> SubscriptionTrace? {
        guard case .subscription(let trace) = self[number] else { return nil }
        return trace
    }

    func subscriptions(of connection: ConnectionSubscriptions) -> [SubscriptionTrace] {
        connection.subscriptions.compactMap(self.subscription)
    }

    var stuckCount: Int {
        self.open.values.count { self.subscription($0)?.isStuck == true }
    }

    mutating func handle(_ event: ClientReport) {
        switch event.kind {
        case .stateChanged(let change):
            self.changed(change, at: event.time)
        case .subscriptionChanged(let channel, let state):
            self.changed(channel, to: state, at: event.time)
        case .authorizationAnswered(let report):
            guard case .channel(let channel) = report.subject else { return }
            self.answered(report, of: channel, at: event.time)
        case .subscriptionStuck(let channel, _):
            self.update(channel) { $0.overdue = event.time }
        default:
            break
        }
    }

    private mutating func changed(_ change: StateChange, at time: ChannelsTimestamp) {
        if change.previous == .connected {
            for channel in self.open.keys { self.end(channel, .connectionLost, at: time) }
            self.endConnection(at: time)
        }
        guard case .established(let establishment) = change.cause else { return }
        self.endConnection(at: time)
        let number = self.append {
            .connection(
                ConnectionSubscriptions(
                    number: $0, socketID: establishment.socketID, established: time))
        }
        self.connection = number
    }

    private mutating func endConnection(at time: ChannelsTimestamp) {
        self.updateConnection { $0.end = time }
        self.connection = nil
    }

    private mutating func changed(
        _ channel: ChannelName, to state: SubscriptionState, at time: ChannelsTimestamp
    ) {
        switch state {
        case .authorizing:
            self.begin(channel, at: time)
        case .subscribing:
            // Without an authorization, it starts here. It is not sent again if the user has
            // changed their mind while it was under way.
            let before = self.openTrace(channel)
            if before == nil || before?.isSettled == true { self.begin(channel, at: time) }
            self.update(channel) { $0.sent = $0.sent ?? time }
        case .subscribed:
            self.update(channel) { $0.confirmed = $0.confirmed ?? time }
        case .failed(let failure):
            self.update(channel) { ($0.failure, $0.refused) = (failure, time) }
        case .requested:
            self.end(channel, .connectionLost, at: time)
        case .unsubscribed:
            self.end(channel, .unsubscribed, at: time)
        case .unsubscribing:
            break
        }
    }

    private mutating func answered(
        _ report: AuthorizationReport, of channel: ChannelName, at time: ChannelsTimestamp
    ) {
        // A late answer for an earlier connection.
        guard let trace = self.openTrace(channel), trace.sent == nil,
            report.socketID == nil || report.socketID == trace.socketID
        else { return }
        let token = report.credentials.map {
            self.use($0, at: time.advanced(by: .zero - report.duration))
        }
        self.update(channel) {
            $0.authorization = report
            $0.answered = time
            $0.token = token
        }
    }

    private mutating func use(_ mark: SecretMark, at time: ChannelsTimestamp)
        -> SubscriptionTrace.Token
    {
        let index = self.tokens.firstIndex { $0.mark == mark }
        let before = index.map { self.tokens.remove(at: $0).token }
        let token = SubscriptionTrace.Token(
            firstUse: before?.firstUse ?? time, uses: (before?.uses ?? 0) + 1)
        self.tokens.append(KnownToken(mark: mark, token: token))
        if self.tokens.count > Self.tokenLimit { self.tokens.removeFirst() }
        return token
    }

    private func openTrace(_ channel: ChannelName) -> SubscriptionTrace? {
        self.open[channel].flatMap(self.subscription)
    }

    private mutating func begin(_ channel: ChannelName, at time: ChannelsTimestamp) {
        self.end(channel, .repeated, at: time)
        var socketID: SocketID?
        if case .connection(let connection) = self.connection.flatMap({ self[$0] }) {
            socketID = connection.socketID
        }
        let number = self.append {
            .subscription(
                SubscriptionTrace(number: $0, channel: channel, socketID: socketID, begun: time))
        }
        self.open[channel] = number
        let oldest = self.dropped
        self.updateConnection { connection in
            connection.subscriptions.append(number)
            if connection.subscriptions.count > Self.limit {
                connection.subscriptions.removeAll { $0 < oldest }
            }
        }
    }

    private mutating func end(
        _ channel: ChannelName, _ ending: SubscriptionTrace.Ending, at time: ChannelsTimestamp
    ) {
        self.update(channel) { trace in
            // A refusal is the end, unless the channel was confirmed after all.
            guard trace.failure == nil || trace.confirmed != nil else { return }
            (trace.end, trace.ending) = (time, ending)
        }
        self.open[channel] = nil
    }

    private mutating func update(
        _ channel: ChannelName, _ change: (inout SubscriptionTrace) -> Void
    ) {
        guard let number = self.open[channel], var trace = self.subscription(number) else { return }
        change(&trace)
        self.entries[number - self.dropped] = .subscription(trace)
    }

    private mutating func updateConnection(_ change: (inout ConnectionSubscriptions) -> Void) {
        guard let number = self.connection, case .connection(var connection) = self[number] else {
            return
        }
        change(&connection)
        self.entries[number - self.dropped] = .connection(connection)
    }

    private mutating func append(_ entry: (Int) -> Entry) -> Int {
        let number = self.numbers.upperBound
        self.entries.append(entry(number))
        if self.entries.count > Self.limit {
            self.entries.removeFirst()
            self.dropped += 1
        }
        return number
    }
}
