public import Channels
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

    /// - Parameter clock: one clock may be shared by several servers.
    public init(clock: ManualClock = ManualClock()) { self.clock = clock }

    /// Creates a client whose connections, and requests to authorization endpoints, end here,
    /// whatever the host. It uses `clock` for everything that takes time, and does not watch the
    /// system's network.
    ///
    /// - Throws: `ChannelsError` if an option cannot be used.
    public func client(_ options: ChannelsOptions) throws(ChannelsError) -> ChannelsClient {
        try ChannelsClient(
            options, connector: self.connector, requester: self.requester, time: self.clock)
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
