package protocol WebSocketConnector: Sendable {
    /// No time limit: the caller's also covers its first message, and cancels the task. Cancelling
    /// closes a half-open connection at once.
    /// - Parameter progress: called for each phase, on any thread.
    /// - Throws: `TransportError`, with the phase that failed.
    func connect(
        to endpoint: WebSocketEndpoint,
        progress: @escaping @Sendable (ConnectPhase) -> Void
    ) async throws(TransportError) -> any WebSocketConnection
}

/// `receive()` has one caller at a time; `send` and `close` may be called from anywhere.
package protocol WebSocketConnection: Sendable {
    /// Everything that has arrived since the last call, as soon as there is something; after the
    /// end always `.closed`. A slow reader gets larger batches; beyond a limit, TCP slows the peer.
    func receive() async -> WebSocketInput

    /// Since the last received data reached this machine, even if the process was stopped before it
    /// read it. Excludes suspended time; `nil` if unknown.
    var timeSinceArrival: Duration? { get }

    /// Queues text messages, in order, as one write, without waiting.
    /// - Throws: `.closed`, or `.sendQueueFull` if the peer does not read.
    func send(_ texts: [[UInt8]]) throws(TransportError)

    /// At most 125 bytes; `receive()` returns the pong.
    func ping(_ payload: [UInt8]) throws(TransportError)

    /// Sends a close frame and waits at most `timeLimit` for the peer's. Without a code, ends TCP
    /// at once.
    func close(code: UInt16?, reason: String, timeLimit: Duration) async

    var details: ConnectionDetails { get }

    /// The executor on which reading is cheapest; `nil` if it makes no difference. Other
    /// connections share it, so tasks on it must not block.
    var readingExecutor: (any TaskExecutor)? { get }
}

extension WebSocketConnection {
    package var readingExecutor: (any TaskExecutor)? { nil }

    package var timeSinceArrival: Duration? { nil }
}

/// A connection that can receive what its peer did not send, to test the protocol on top.
package protocol InjectableConnection: WebSocketConnection {
    func inject(_ frame: InjectedFrame)
}

/// A connection that can send what clients and servers of Channels never do, to test the peer.
package protocol RawFrameConnection: WebSocketConnection {
    /// - Parameter isFinal: `false` if continuations follow.
    func send(
        frame opcode: WebSocketOpcode, isFinal: Bool, _ payload: [UInt8]
    ) throws(TransportError)
}

package enum InjectedFrame: Hashable, Sendable {
    case text([UInt8])
    case close(code: UInt16, reason: String)
}

package enum WebSocketInput: Hashable, Sendable {
    case messages([WebSocketMessage])
    case closed(WebSocketClosure)
}

package enum WebSocketMessage: Hashable, Sendable {
    case texts(TextRun)
    case binary([UInt8])
    /// The pong has been sent already.
    case ping
    case pong([UInt8])
}

/// Text messages in one buffer, each valid UTF-8, with other bytes between them.
package struct TextRun: Hashable, Sendable {
    package var bytes: [UInt8]
    package var frames: [Range<UInt32>]

    init(bytes: [UInt8], frames: [Range<UInt32>]) {
        self.bytes = bytes
        self.frames = frames
    }

    package init(_ texts: [[UInt8]]) {
        self.bytes = []
        self.frames = []
        for text in texts {
            let start = UInt32(self.bytes.count)
            self.bytes += text
            self.frames.append(start..<UInt32(self.bytes.count))
        }
    }

    package var texts: [[UInt8]] {
        self.frames.map { [UInt8](self.bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }
    }
}

extension WebSocketMessage {
    /// `bytes` must be valid UTF-8, and are not copied.
    package static func text(_ bytes: [UInt8]) -> Self {
        .texts(TextRun(bytes: bytes, frames: [0..<UInt32(clamping: bytes.count)]))
    }

    package var textCount: Int {
        switch self {
        case .texts(let run): run.frames.count
        case .binary, .ping, .pong: 0
        }
    }
}

extension Sequence<WebSocketMessage> {
    package var texts: [[UInt8]] {
        self.flatMap { if case .texts(let run) = $0 { run.texts } else { [] as [[UInt8]] } }
    }
}

package struct WebSocketClosure: Hashable, Sendable {
    package var code: UInt16?
    /// Untrusted text.
    package var reason: String
    package var error: TransportError?
    var closedByUs: Bool
    /// Whether a deliberate fault closed it, in the server's place.
    package var isInjected = false
    /// Whether the peer ended TCP in order (FIN, with TLS after close_notify) without a close
    /// frame, so that everything it had sent has arrived.
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

package struct WebSocketEndpoint: Hashable, Sendable {
    /// The server, and the way to it.
    package var origin: HTTPOrigin
    /// Path and query, starting with `/`.
    package var target: String
    var subprotocols: [String]
    package var headers: [HTTPHeader]
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
    /// A larger message closes with 1009.
    var messageBytes: Int
    /// More fragments of a message close with 1009.
    var fragments: Int
    /// Unread bytes beyond which the peer is slowed down.
    var waitingBytes: Int
    /// Unsent bytes beyond which `send` fails; one call may send more if nothing else waits.
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

package enum ConnectPhase: Hashable, Sendable {
    case resolving
    /// The server's or the proxy's address: `127.0.0.1:443`, `[::1]:443`.
    case connecting(String)
    /// The same, while a deliberate fault withholds the answer.
    case withheld(String)
    /// Through this proxy (`http://proxy.test:3128`), including TLS with the proxy itself.
    case tunnelling(String)
    case securing
    case upgrading
}

package struct ConnectionDetails: Hashable, Sendable {
    /// The other end of TCP: the peer, or the proxy if there is one.
    package var remoteAddress: String
    package var localAddress: String?
    package var tlsVersion: String?
    package var certificate: PeerCertificate?
    package var subprotocol: String?
    /// Kind, host and port, without the login; `nil` for none.
    var proxy: String?
    /// From the upgrade's `X-Powered-By`; untrusted text.
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
