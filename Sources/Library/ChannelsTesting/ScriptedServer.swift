public import Channels
import ChannelsTransport
import Synchronization

/// An in-process Channels server played by a test: it never answers automatically. It lets you test
/// code that uses a client, without a network and without waiting.
///
/// ```swift
/// let server = ScriptedServer()
/// let client = try server.client(ChannelsOptions(appKey: "key", host: .cluster("eu")))
/// async let running: Void = client.run()
/// await client.connect()
/// let connection = try await server.nextAttempt().establish()
/// ```
public final class ScriptedServer: Sendable {
    /// The clock of all of this server's clients.
    public let clock: ManualClock
    private let connector: ScriptedConnector
    private let requester = ScriptedRequester()
    private let clients = Mutex<[WeakClient]>([])

    private struct WeakClient: Sendable {
        weak var client: ChannelsClient?
    }

    /// Creates a server without clients; ``client(_:)`` adds them.
    ///
    /// - Parameter clock: the clock, which several servers may share.
    public init(clock: ManualClock = ManualClock()) {
        self.clock = clock
        self.connector = ScriptedConnector(clock: clock)
    }

    /// Creates a client to inject into the code under test. Its connections and authorization
    /// requests go to this server, whatever the host. It uses `clock` for everything that takes
    /// time, and does not watch the system's network.
    ///
    /// - Throws: `ChannelsError.option` if an option cannot be used.
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

    /// Waits until everything sent by the test has been processed: the clients have acted on it,
    /// handlers have returned, and every loop over a stream in another task is waiting for its next
    /// element.
    ///
    /// ```swift
    /// connection.publish("created", on: "orders", data: ["id": 7])
    /// try await server.delivered()
    /// let orders = await shop.orders  // [7]
    /// ```
    /// It does not wait for `frames`, for a stream that nobody has started reading, or for one that
    /// the calling task itself reads, nor for messages that still lag
    /// (``ScriptedConnection/lag``). Anything sent on a connection that the client has left counts
    /// as delivered.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func delivered() async throws(CancellationError) {
        for connection in self.connector.connections { try await connection.delivered() }
        for client in self.clients.withLock({ $0.compactMap(\.client) }) {
            await client.readersCaughtUp()
        }
        if Task.isCancelled { throw CancellationError() }
    }

    /// Waits for a client's next connection attempt. If none is made, it waits until the test
    /// is cancelled, so give the suite a time limit.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func nextAttempt() async throws(CancellationError) -> ScriptedAttempt {
        try await self.connector.attempts.next()
    }

    /// Waits for a client's next request to an authorization endpoint. Only the auth methods
    /// `.endpoint` and `.requestBuilder` make requests.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while waiting.
    public func nextRequest() async throws(CancellationError) -> ScriptedRequest {
        try await self.requester.requests.next()
    }
}
