import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import BuoyServers

/// The real client on the real network, with everything it reports.
final class LiveClient: Sendable {
    let client: ChannelsClient
    let report: LiveReport

    private init(_ options: ChannelsOptions, _ connector: (any WebSocketConnector)?) throws {
        self.client =
            try connector.map { try ChannelsClient(options, connector: $0) }
            ?? ChannelsClient(options)
        self.report = LiveReport(self.client.reportBatches)
    }

    /// Runs a client, hands it to the test, and stops it. It retries almost at once unless the end
    /// was a refusal.
    static func run(
        at port: Int, authMethod: AuthMethod = .none,
        connector: (any WebSocketConnector)? = nil,
        change: (inout ChannelsOptions) -> Void = { _ in },
        _ test: (LiveClient) async throws -> Void
    ) async throws {
        var options = ChannelsOptions(
            appKey: SandboxApp.standardKey, host: .host("127.0.0.1"), port: port, usesTLS: false,
            authMethod: authMethod, policy: .quick)
        options.stopsWhenRefused = false
        change(&options)
        let live = try LiveClient(options, connector)
        async let running: Void = live.client.run()
        let result: Result<Void, any Error>
        do {
            result = .success(try await test(live))
        } catch {
            result = .failure(error)
        }
        await live.client.stop()
        await running
        try result.get()
    }

    /// Connects and waits for the socket id.
    @discardableResult
    func connect() async throws -> SocketID {
        await self.client.connect()
        return try await self.report.establishment().socketID
    }

    /// Subscribes and waits for the confirmation.
    @discardableResult
    func subscribe(_ name: String) async throws -> ChannelName {
        let channel = try await self.client.subscribe(name).name
        try await self.report.subscribed(to: channel)
        return channel
    }

    /// Subscribes to a presence channel and waits for its members.
    func join(_ name: String) async throws -> PresenceMembers {
        let channel = try await self.client.subscribe(name).name
        return try await self.report.members(of: channel)
    }
}

/// What a client reports, read on and on: what is passed over is gone.
actor LiveReport {
    private let batches: ClientStream<[ClientReport]>.Iterator
    private var batch: ArraySlice<ClientReport> = []

    init(_ batches: ClientStream<[ClientReport]>) { self.batches = batches.makeAsyncIterator() }

    /// What `pick` makes of the first report that it makes something of, within five seconds.
    func first<Value: Sendable>(
        _ pick: @escaping @Sendable (ClientReport.Kind) -> Value?
    ) async throws -> Value {
        let value = try await within(seconds: 30) { await self.search(pick) }
        return try #require(value, "the client stopped")
    }

    func establishment() async throws -> Establishment {
        try await self.first { kind in
            guard case .stateChanged(let change) = kind,
                case .established(let establishment) = change.cause
            else { return nil }
            return establishment
        }
    }

    func stateChange(to state: ConnectionState) async throws -> StateChange {
        try await self.first { kind in
            if case .stateChanged(let change) = kind, change.current == state {
                change
            } else {
                nil
            }
        }
    }

    func subscribed(to channel: ChannelName) async throws {
        try await self.first { kind in
            kind == .subscriptionChanged(channel, .subscribed) ? () : nil
        }
    }

    func members(of channel: ChannelName) async throws -> PresenceMembers {
        try await self.first { kind in
            if case .membersReplaced(channel, let members, _) = kind { members } else { nil }
        }
    }

    /// The next event of an application or another client.
    func received() async throws -> ChannelsEvent {
        try await self.first { if case .received(let event) = $0 { event } else { nil } }
    }

    /// The events up to the next of this name, that one included.
    func events(until name: EventName) async throws -> [ChannelsEvent] {
        var events = [try await self.received()]
        while events.last?.name != name { events.append(try await self.received()) }
        return events
    }

    func signedIn() async throws {
        try await self.first { kind in
            if case .signInChanged(.signedIn) = kind { () } else { nil }
        }
    }

    private func search<Value: Sendable>(
        _ pick: @Sendable (ClientReport.Kind) -> Value?
    ) async -> Value? {
        while true {
            while let event = self.batch.popFirst() {
                if let value = pick(event.kind) { return value }
            }
            var batches = self.batches
            guard let batch = await batches.next() else { return nil }
            self.batch = batch[...]
        }
    }
}

extension ReconnectionPolicy {
    /// Ten milliseconds before every attempt, unless the end was a refusal.
    static let quick = ReconnectionPolicy(name: "quick") { history, _ in
        history.end.isRefusal ? .giveUp : .retry(after: .milliseconds(10), rule: "at once")
    }
}

extension LoopbackSandbox {
    /// The sandbox's own authorization endpoint, asked as this user.
    func endpoint(user id: String, scheme: String = "http") -> AuthMethod {
        .endpoint(
            AuthEndpoint(
                url: "\(scheme)://127.0.0.1:\(self.port)/pusher/auth",
                parameters: [
                    RequestField("user_id", id), RequestField("user_info", #"{"name":"\#(id)"}"#),
                ]))
    }

    /// Publishes as the application's server would.
    func publish(_ name: EventName, on channels: String..., data: String = "{}") async {
        await self.server.publish(
            Publication(
                event: name, channels: channels.map(ChannelName.init(wire:)),
                data: EventData(data)))
    }
}
