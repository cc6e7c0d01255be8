/// Opens WebSocket connections. Separates the protocols on top of WebSocket from the network.
package protocol WebSocketConnector: Sendable {
    /// Opens one connection: name resolution, TCP, TLS if requested, HTTP upgrade.
    ///
    /// The call has no time limit: the caller has one that also covers its first message, and
    /// cancels the task. Cancelling closes a half-open connection at once.
    ///
    /// - Parameter progress: called each time the attempt enters a phase, on any thread.
    /// - Throws: `TransportError`, with the phase that failed.
    func connect(
        to endpoint: WebSocketEndpoint,
        progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection
}

/// An open WebSocket connection, at either end.
///
/// `receive()` has one caller at a time; `send` and `close` may be called from anywhere.
package protocol WebSocketConnection: Sendable {
    /// Returns everything that has arrived since the last call, as soon as there is something. Text
    /// messages that came in one read may be together in one buffer (`WebSocketMessage.texts`).
    /// After the end it always returns `.closed`. A slow reader receives larger batches; beyond a
    /// limit, TCP slows the peer down.
    func receive() async -> WebSocketInput

    /// How long ago the last of what was received had arrived at this machine. It may have waited
    /// there to be read while the process was stopped; time during which the machine was suspended
    /// does not count. `nil` if that is unknown.
    var timeSinceArrival: Duration? { get }

    /// Queues text messages, in order, as one write. Returns as soon as they are queued.
    ///
    /// - Throws: `TransportError.closed` if the connection is no longer open, `.sendQueueFull` if
    ///   the peer does not read what was sent before.
    func send(_ texts: [[UInt8]]) throws(TransportError)

    /// Sends a control ping with up to 125 bytes; the pong is returned by `receive()`.
    func ping(_ payload: [UInt8]) throws(TransportError)

    /// Sends a close frame, waits at most `timeLimit` for that of the peer, then ends TCP. Without
    /// a code, TCP is ended at once.
    func close(code: UInt16?, reason: String, timeLimit: Duration) async

    /// The addresses and the TLS version, for display.
    var details: ConnectionDetails { get }

    /// The executor on which reading the connection is cheapest; `nil` if it makes no difference.
    /// Other connections share it, so tasks on it must not block.
    var readingExecutor: (any TaskExecutor)? { get }
}

extension WebSocketConnection {
    package var readingExecutor: (any TaskExecutor)? { nil }

    package var timeSinceArrival: Duration? { nil }
}

/// A connection that can be made to receive what its peer did not send, to test how the protocol on
/// top reacts.
package protocol InjectableConnection: WebSocketConnection {
    /// Receives a frame, after what has already arrived.
    func inject(_ frame: InjectedFrame)
}

/// A frame that a peer did not send.
package enum InjectedFrame: Hashable, Sendable {
    /// A string message: valid UTF-8.
    case text([UInt8])
    /// A close frame, which is answered.
    case close(code: UInt16, reason: String)
}

/// The result of `receive()`.
package enum WebSocketInput: Hashable, Sendable {
    /// At least one message, in order of arrival.
    case messages([WebSocketMessage])
    /// The connection ended.
    case closed(WebSocketClosure)
}

/// Complete messages, or a control frame that the protocol on top may need.
package enum WebSocketMessage: Hashable, Sendable {
    /// Text messages that came in one read, at least one.
    case texts(TextRun)
    case binary([UInt8])
    /// A control ping arrived; the pong has been sent already.
    case ping
    /// A control pong arrived, with its payload.
    case pong([UInt8])
}

/// Text messages in one buffer, each of them valid UTF-8, with other bytes between them.
package struct TextRun: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Where the messages are, in order.
    package var frames: [Range<UInt32>]

    init(bytes: [UInt8], frames: [Range<UInt32>]) {
        self.bytes = bytes
        self.frames = frames
    }

    /// Creates a run of strings, each of them valid UTF-8.
    package init(_ texts: [[UInt8]]) {
        self.bytes = []
        self.frames = []
        for text in texts {
            let start = UInt32(self.bytes.count)
            self.bytes += text
            self.frames.append(start..<UInt32(self.bytes.count))
        }
    }

    /// The messages, each in a separate buffer.
    package var texts: [[UInt8]] {
        self.frames.map { [UInt8](self.bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }
    }
}

extension WebSocketMessage {
    /// One text message: valid UTF-8. Its buffer is used as it is.
    package static func text(_ bytes: [UInt8]) -> Self {
        .texts(TextRun(bytes: bytes, frames: [0..<UInt32(clamping: bytes.count)]))
    }

    /// The number of text messages in it.
    package var textCount: Int {
        switch self {
        case .texts(let run): run.frames.count
        case .binary, .ping, .pong: 0
        }
    }
}

extension Sequence<WebSocketMessage> {
    /// The text messages, each in a separate buffer.
    package var texts: [[UInt8]] {
        self.flatMap { if case .texts(let run) = $0 { run.texts } else { [] as [[UInt8]] } }
    }
}

/// How a connection ended.
package struct WebSocketClosure: Hashable, Sendable {
    /// The close code sent by the peer; `nil` if there was no close frame, or no code in it.
    package var code: UInt16?
    /// The reason sent with the code; untrusted text.
    package var reason: String
    /// What went wrong, unless the connection was closed normally: a reset, a protocol error, a
    /// time limit.
    package var error: TransportError?
    /// Whether this end initiated the close.
    var closedByUs: Bool
    /// Whether a deliberate fault closed it, in the server's place.
    package var isInjected = false
    /// Whether the peer ended TCP in order (FIN) without a close frame, so that everything it had
    /// sent has arrived. With TLS, it has ended TLS before (close_notify).
    package var endedInOrder: Bool

    package init(
        code: UInt16? = nil, reason: String = "", error: TransportError? = nil,
        closedByUs: Bool = false, endedInOrder: Bool = false
    ) {
        self.endedInOrder = endedInOrder
        self.code = code
        self.reason = reason
        self.error = error
        self.closedByUs = closedByUs
    }
}

/// The server to connect to, and the settings of the connection.
package struct WebSocketEndpoint: Hashable, Sendable {
    /// The server, and the way to it.
    package var origin: HTTPOrigin
    /// The path and query of the request, starting with `/`.
    package var target: String
    /// Subprotocols to offer; the server need not choose one.
    var subprotocols: [String]
    /// Additional request headers.
    package var headers: [HTTPHeader]
    /// Limits on what a peer may send.
    package var limits: WebSocketLimits

    package init(
        _ origin: HTTPOrigin, target: String, subprotocols: [String] = [],
        headers: [HTTPHeader] = [], limits: WebSocketLimits = WebSocketLimits()
    ) {
        self.origin = origin
        self.target = target
        self.subprotocols = subprotocols
        self.headers = headers
        self.limits = limits
    }
}

/// Limits on the memory that a peer may make this end use.
package struct WebSocketLimits: Hashable, Sendable {
    /// The maximum size of a message, in bytes; a larger one closes with 1009.
    var messageBytes: Int
    /// The maximum number of fragments of a message; more close with 1009.
    var fragments: Int
    /// The size of unread data beyond which the peer is slowed down, in bytes.
    var waitingBytes: Int
    /// The size of unsent data beyond which `send` fails, in bytes.
    var unsentBytes: Int

    package init(
        messageBytes: Int = 1 << 20, fragments: Int = 1024, waitingBytes: Int = 1 << 20,
        unsentBytes: Int = 4 << 20
    ) {
        self.messageBytes = messageBytes
        self.fragments = fragments
        self.waitingBytes = waitingBytes
        self.unsentBytes = unsentBytes
    }
}

/// The progress of an attempt to connect; each case names what it is waiting for.
package enum ConnectPhase: Hashable, Sendable {
    /// The address of the server's or the proxy's host name.
    case resolving
    /// The TCP connection to this address (`127.0.0.1:443`, `[::1]:443`) of the server or the
    /// proxy.
    case connecting(String)
    /// The same, while a deliberate fault withholds the answer.
    case withheld(String)
    /// The tunnel through this proxy (`http://proxy.test:3128`), including TLS with the proxy
    /// itself.
    case tunnelling(String)
    /// The TLS handshake with the server.
    case securing
    /// The HTTP response to the upgrade request.
    case upgrading
}

/// The addresses and protocols of a connection, for display.
package struct ConnectionDetails: Hashable, Sendable {
    /// The address and port at the other end of TCP: the peer's, or the proxy's if there is one.
    package var remoteAddress: String
    /// The IP address of this end; `nil` if it has none.
    package var localAddress: String?
    /// The TLS version in use with the peer, such as `TLSv1.3`; `nil` for plain TCP.
    package var tlsVersion: String?
    /// The peer's certificate; `nil` for plain TCP, and for a client without one.
    package var certificate: PeerCertificate?
    /// The subprotocol that the server chose.
    package var subprotocol: String?
    /// The kind, host and port of the proxy, without the login; `nil` for none.
    var proxy: String?
    /// How the server names its software in the answer to the upgrade, in `X-Powered-By`; `nil` if
    /// it does not. Untrusted text.
    package var software: String? = nil

    package init(
        remoteAddress: String, tlsVersion: String? = nil, subprotocol: String? = nil,
        proxy: String? = nil, certificate: PeerCertificate? = nil, localAddress: String? = nil
    ) {
        self.localAddress = localAddress
        self.remoteAddress = remoteAddress
        self.tlsVersion = tlsVersion
        self.certificate = certificate
        self.subprotocol = subprotocol
        self.proxy = proxy
    }
}
