/// Opens WebSocket connections. The seam between who speaks a protocol over WebSocket and the
/// network.
package protocol WebSocketConnector: Sendable {
    /// Opens one connection: name resolution, TCP, TLS where asked, HTTP upgrade.
    ///
    /// The call has no time limit of its own: the caller owns the one limit that also covers its
    /// first message, and cancels the task. Cancelling closes whatever is half open at once.
    ///
    /// - Parameter progress: told each time the attempt enters a phase, from any thread.
    /// - Throws: `TransportError`, with the phase that failed.
    func connect(
        to endpoint: WebSocketEndpoint,
        progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection
}

/// One open WebSocket connection, seen from either end.
///
/// `receive()` has one caller at a time; `send` and `close` may be called from anywhere.
package protocol WebSocketConnection: Sendable {
    /// Everything that has arrived since the last call, waiting for the first of it when there is
    /// nothing yet. After the end it answers `.closed` for ever. A reader that is slow gets larger
    /// batches, and beyond a bound the peer is slowed down by TCP.
    func receive() async -> WebSocketInput

    /// Queues text messages, in order, as one write. Returns as soon as they are queued.
    ///
    /// - Throws: `TransportError.closed` when the connection is not open any more,
    ///   `.sendQueueFull` when the peer does not take what was sent before.
    func send(_ texts: [[UInt8]]) throws(TransportError)

    /// Sends a control ping with up to 125 bytes; the pong shows up in `receive()`.
    func ping(_ payload: [UInt8]) throws(TransportError)

    /// Sends a close frame, waits for the peer's at most `timeLimit`, then ends TCP.
    /// With no code the TCP connection is ended at once.
    func close(code: UInt16?, reason: String, timeLimit: Duration) async

    /// What the connection runs over: addresses and TLS version, for display.
    var details: ConnectionDetails { get }
}

/// What `receive()` answers.
package enum WebSocketInput: Hashable, Sendable {
    /// At least one message, in order of arrival.
    case messages([WebSocketMessage])
    /// The connection ended.
    case closed(WebSocketClosure)
}

/// A whole message or a control frame that a protocol above may care about.
package enum WebSocketMessage: Hashable, Sendable {
    /// A text message: valid UTF-8.
    case text([UInt8])
    /// A binary message.
    case binary([UInt8])
    /// A control ping arrived; the pong has been sent already.
    case ping
    /// A control pong arrived, with its payload.
    case pong([UInt8])
}

/// How a connection ended.
package struct WebSocketClosure: Hashable, Sendable {
    /// The close code the peer sent; `nil` when no close frame (or one without a code) came.
    package var code: UInt16?
    /// The reason the peer sent with the code; hostile text.
    package var reason: String
    /// What went wrong, when it was not an orderly close: reset, protocol error, time limit.
    package var error: TransportError?
    /// Whether this end started the closing.
    package var closedByUs: Bool

    package init(
        code: UInt16? = nil, reason: String = "", error: TransportError? = nil,
        closedByUs: Bool = false
    ) {
        self.code = code
        self.reason = reason
        self.error = error
        self.closedByUs = closedByUs
    }
}

/// Where to connect to, and how.
package struct WebSocketEndpoint: Hashable, Sendable {
    /// Host name or IP address (IPv6 without brackets).
    package var host: String
    /// TCP port.
    package var port: Int
    /// Path and query of the request, starting with `/`.
    package var target: String
    /// Subprotocols to offer; the server need not choose one.
    package var subprotocols: [String]
    /// How to speak TLS; `nil` is plain TCP.
    package var tls: TLSClientSettings?
    /// Further request headers.
    package var headers: [HTTPHeader]
    /// What a peer may make us hold.
    package var limits: WebSocketLimits
    /// The proxy to go through; `nil` goes directly.
    package var proxy: ProxySettings?

    package init(
        host: String, port: Int, target: String, subprotocols: [String] = [],
        tls: TLSClientSettings? = nil, headers: [HTTPHeader] = [],
        limits: WebSocketLimits = WebSocketLimits(), proxy: ProxySettings? = nil
    ) {
        self.host = host
        self.port = port
        self.target = target
        self.subprotocols = subprotocols
        self.tls = tls
        self.headers = headers
        self.limits = limits
        self.proxy = proxy
    }
}

/// Bounds on what a peer may make this end hold.
package struct WebSocketLimits: Hashable, Sendable {
    /// The longest message, in bytes; a longer one closes with 1009.
    package var messageBytes: Int
    /// The most fragments one message may come in; more closes with 1009.
    package var fragments: Int
    /// How much may wait for the reader before the peer is slowed down, in bytes.
    package var waitingBytes: Int
    /// How much may wait for the peer before `send` fails, in bytes.
    package var unsentBytes: Int

    package init(
        messageBytes: Int = 1 << 20, fragments: Int = 1024, waitingBytes: Int = 4 << 20,
        unsentBytes: Int = 4 << 20
    ) {
        self.messageBytes = messageBytes
        self.fragments = fragments
        self.waitingBytes = waitingBytes
        self.unsentBytes = unsentBytes
    }
}

/// How far an attempt to connect has come; each case says what is being waited for.
package enum ConnectPhase: Hashable, Sendable {
    /// The address of the host name, or of the proxy's.
    case resolving
    /// The TCP connection to this address (`127.0.0.1:443`, `[::1]:443`): the server's, or that of
    /// the proxy.
    case connecting(String)
    /// The proxy, which this text names (`http://proxy.test:3128`), to open the tunnel; TLS with the
    /// proxy itself included.
    case tunnelling(String)
    /// The TLS handshake with the server.
    case securing
    /// The HTTP response to the upgrade request.
    case upgrading
}

/// What a connection runs over, for display.
package struct ConnectionDetails: Hashable, Sendable {
    /// Address and port at the other end of TCP, as text: the peer's, or the proxy's when there is
    /// one.
    package var remoteAddress: String
    /// The version of TLS spoken with the peer, `TLSv1.3` and the like; `nil` for plain TCP.
    package var tlsVersion: String?
    /// The subprotocol the server chose.
    package var subprotocol: String?
    /// Kind, host and port of the proxy it goes through, without the login; `nil` for none.
    package var proxy: String?

    package init(
        remoteAddress: String, tlsVersion: String? = nil, subprotocol: String? = nil,
        proxy: String? = nil
    ) {
        self.remoteAddress = remoteAddress
        self.tlsVersion = tlsVersion
        self.subprotocol = subprotocol
        self.proxy = proxy
    }
}
