package import ChannelsTransport
import Synchronization

/// A network that a test plays: each attempt to connect waits until the test answers it.
package final class ScriptedConnector: WebSocketConnector {
    let attempts = Mailbox<ScriptedAttempt>()
    private let count = Mutex(0)
    private let opened = Mutex<[ScriptedConnection]>([])
    private let clock: ManualClock?

    /// - Parameter clock: `nil` for connections without a lag.
    package init(clock: ManualClock? = nil) { self.clock = clock }

    var connections: [ScriptedConnection] { self.opened.withLock(\.self) }

    package func connect(
        to endpoint: WebSocketEndpoint,
        progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection {
        let number = self.count.withLock { count in
            count += 1
            return count
        }
        let attempt = ScriptedAttempt(
            endpoint: endpoint, number: number, clock: self.clock
        ) { connection in
            self.opened.withLock { $0.append(connection) }
        }
        progress(.connecting(endpoint.origin.address))
        self.attempts.put(attempt)
        guard let answer = await attempt.answer.take() else {
            attempt.abandon()
            throw .cancelled
        }
        return try answer.get()
    }

    package func nextAttempt() async -> ScriptedAttempt {
        guard let attempt = await self.attempts.take() else {
            return ScriptedAttempt(
                endpoint: WebSocketEndpoint(HTTPOrigin(host: "", port: 0), target: ""), number: 0
            ) { _ in }
        }
        return attempt
    }

    package func nextAttemptIfAny() -> ScriptedAttempt? { self.attempts.takeIfAny() }
}

/// A client's connection attempt, for a test to answer. If unanswered, it lasts until the client's
/// time limit (`ChannelsOptions.attemptTimeLimit`).
public final class ScriptedAttempt: Sendable {
    package let endpoint: WebSocketEndpoint
    let answer = Mailbox<Result<any WebSocketConnection, TransportError>>()
    private let number: Int
    private let clock: ManualClock?
    private let opened: @Sendable (ScriptedConnection) -> Void
    private let isAbandoned = Mutex(false)

    init(
        endpoint: WebSocketEndpoint, number: Int, clock: ManualClock? = nil,
        opened: @escaping @Sendable (ScriptedConnection) -> Void
    ) {
        self.endpoint = endpoint
        self.number = number
        self.clock = clock
        self.opened = opened
    }

    func abandon() { self.isAbandoned.withLock { $0 = true } }

    private func open(_ connection: ScriptedConnection) -> ScriptedConnection {
        if !self.isAbandoned.withLock(\.self) { self.opened(connection) }
        self.answer.put(.success(connection))
        return connection
    }

    /// The URL that the client connects to, with the app key and the query.
    public var url: String { "\(self.endpoint.origin.url)\(self.endpoint.target)" }

    /// Returns the value of a handshake header set in the options; `nil` if it is absent. Names are
    /// case-insensitive.
    public func header(_ name: String) -> String? {
        self.endpoint.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Opens the connection and establishes it, with a new socket id. The connection answers the
    /// client's pings, as a server would; everything else is up to the test.
    public func establish() -> ScriptedConnection {
        let connection = self.open(ScriptedConnection(answersPings: true, clock: self.clock))
        connection.establish("\(self.number).\(self.number)")
        return connection
    }

    /// Opens the WebSocket without sending anything; not even pings are answered.
    public func accept() -> ScriptedConnection {
        self.open(ScriptedConnection(clock: self.clock))
    }

    /// Answers with an HTTP status instead of opening a WebSocket. Most of 300–499 are
    /// permanent; 408, 425, 429 and 5xx are retried.
    public func refuse(status: Int, reason: String = "") {
        self.fail(TransportError.upgradeRefused(HTTPRefusal(status: status, reason: reason)))
    }

    /// Fails the attempt, as if there were no network.
    ///
    /// - Parameter cause: the system's error message, such as `connection refused`.
    public func fail(cause: String) {
        let address = self.endpoint.origin.address
        let isRefused = cause.lowercased().hasPrefix("connection refused")
        self.fail(
            TransportError.connectFailed(address: address, cause: cause, isRefused: isRefused))
    }

    package func fail(_ error: TransportError) { self.answer.put(.failure(error)) }
}
