public import Channels
import Synchronization
import Transport

/// A Channels server inside the process, which a test plays: it answers nothing by itself. With it,
/// code that uses a client can be tested without a network, and without waiting.
///
/// ```swift
/// let server = ScriptedServer()
/// let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
/// async let running: Void = client.run()
/// await client.connect()
/// let connection = try await server.nextAttempt().establish()
/// ```
public final class ScriptedServer: Sendable {
    /// The clock of all clients of this server.
    public let clock: ManualClock
    private let connector = ScriptedConnector()
    private let requester = ScriptedRequester()
    private let clients = Mutex<[WeakClient]>([])

    /// A client of this server, which does not live longer for that.
    private struct WeakClient: Sendable {
        weak var client: ChannelsClient?
    }

    /// - Parameter clock: one clock may be shared by several servers.
    public init(clock: ManualClock = ManualClock()) { self.clock = clock }

    /// Creates a client whose connections, and requests to authorization endpoints, end here,
    /// whatever the host. It uses `clock` for everything that takes time, and does not watch the
    /// system's network.
    ///
    /// - Throws: `ChannelsError` if an option cannot be used.
    public func client(_ options: ChannelsOptions) throws(ChannelsError) -> ChannelsClient {
        let client = try ChannelsClient(
            options, connector: self.connector, requester: self.requester, time: self.clock)
        client.noteReaders()
        self.clients.withLock { clients in
            clients.removeAll { $0.client == nil }
            clients.append(WeakClient(client: client))
        }
        return client
    }

    /// Waits until everything that the test has sent before has reached the code that it tests:
    /// the clients have acted on it, handlers have returned, and every loop over a stream in
    /// another task has come back for more.
    ///
    /// ```swift
    /// connection.publish("created", on: "orders", data: ["id": 7])
    /// try await server.delivered()
    /// let orders = await shop.orders  // [7]
    /// ```
    /// A stream that nobody has begun to read, or that the calling task itself reads, is not waited
    /// for, nor is `frames`. A connection that the client has left counts as delivered.
    ///
    /// - Throws: `CancellationError` if the task is cancelled in the meantime.
    public func delivered() async throws(CancellationError) {
        for connection in self.connector.connections { try await connection.delivered() }
        for client in self.clients.withLock({ $0.compactMap(\.client) }) {
            await client.readersCaughtUp()
        }
        if Task.isCancelled { throw CancellationError() }
    }

    /// The next attempt of a client to connect, waiting for it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled in the meantime.
    public func nextAttempt() async throws(CancellationError) -> ScriptedAttempt {
        try await self.connector.attempts.next()
    }

    /// The next request of a client to an authorization endpoint, waiting for it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled in the meantime.
    public func nextRequest() async throws(CancellationError) -> ScriptedRequest {
        try await self.requester.requests.next()
    }
}
