import BuoyTestSupport
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTransport

/// A client on a scripted network and a manual clock, with everything it reports.
struct ClientScene {
    let clock = ManualClock()
    let network = ScriptedConnector()
    let endpoint = ScriptedRequester()
    let client: ChannelsClient
    let report: Report

    init(
        authMethod: AuthMethod = .none, policy: ReconnectionPolicy = .steady,
        watchesSystem: Bool = false,
        change: (inout ChannelsOptions) -> Void = { _ in },
        hasAddress: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws {
        var options = ChannelsOptions(
            appKey: "key", host: .host("example.test"), port: 6001, usesTLS: false,
            authMethod: authMethod, policy: policy)
        options.stopsWhenRefused = false
        change(&options)
        self.client = try ChannelsClient(
            options, connector: self.network, requester: self.endpoint, time: self.clock,
            watchesSystem: watchesSystem, hasAddress: hasAddress)
        let limits = ListenerLimits(events: 1_000_000, controlEvents: 1_000_000)
        self.report = Report(self.client.reportBatches(limits: limits))
    }

    /// Runs the client while the test plays.
    func play(_ scene: (ClientScene) async throws -> Void) async throws {
        async let running: Void = self.client.run()
        let result: Result<Void, any Error>
        do {
            result = .success(try await scene(self))
        } catch {
            result = .failure(error)
        }
        await self.client.stop()
        await running
        try result.get()
    }

    /// Connects and establishes.
    func establish(_ socketID: String = "1.1") async -> ScriptedConnection {
        await self.client.connect()
        return await self.acceptAndEstablish(socketID)
    }

    /// Answers the next attempt and establishes.
    func acceptAndEstablish(_ socketID: String) async -> ScriptedConnection {
        let connection = await self.network.nextAttempt().accept()
        connection.establish(socketID)
        await self.report.first { kind in
            if case .stateChanged(let change) = kind { change.current == .connected } else { false }
        }
        return connection
    }
}

extension ReconnectionPolicy {
    /// A second before every attempt, unless the end was a refusal.
    static let steady = ReconnectionPolicy(name: "steady") { history, _ in
        history.end.isRefusal ? .giveUp : .retry(after: .seconds(1), rule: "a second")
    }
}

/// What a client has reported, read one by one by the test.
actor Report {
    private let events: ClientStream<[ClientReport]>.Iterator
    private var batch: ArraySlice<ClientReport> = []
    private(set) var seen: [ClientReport] = []

    init(_ batches: ClientStream<[ClientReport]>) { self.events = batches.makeAsyncIterator() }

    /// The next report.
    func next() async -> ClientReport.Kind? {
        while true {
            if let event = self.batch.popFirst() {
                self.seen.append(event)
                return event.kind
            }
            var events = self.events
            guard let batch = await events.next() else { return nil }
            self.batch = batch[...]
        }
    }

    /// The first report from here on that fits; what comes before it is passed over.
    @discardableResult
    func first(where fits: (ClientReport.Kind) -> Bool) async -> ClientReport.Kind? {
        while let kind = await self.next() {
            if fits(kind) { return kind }
        }
        return nil
    }

    /// The next state the connection goes into.
    func nextState() async -> ConnectionState? {
        while let kind = await self.next() {
            if case .stateChanged(let change) = kind { return change.current }
        }
        return nil
    }

    /// The next state that a subscription goes into.
    func nextSubscription() async -> (ChannelName, SubscriptionState)? {
        while let kind = await self.next() {
            if case .subscriptionChanged(let channel, let state) = kind { return (channel, state) }
        }
        return nil
    }
}
