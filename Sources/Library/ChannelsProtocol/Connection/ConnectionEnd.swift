package import ChannelsBasics

/// How a connection or a connection attempt ended: what happened, the server's own words as data,
/// what to do about it, and whose doing it was.
public struct ConnectionEnd: Hashable, Sendable {
    /// What happened.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The peer closed the connection. The code is the close code or, if that has no meaning,
        /// the code of the preceding `pusher:error`; `nil` if there was neither. The reason is the
        /// server's own text.
        case closed(CloseCode?, reason: String)
        /// Instead of establishing the connection, the server sent a `pusher:error`, with this code
        /// if it has one. It may have closed after it, or left the connection open.
        case refused(CloseCode?, reason: String)
        /// The connection could not be opened, or was lost.
        case failed(ConnectFailure)
        /// The time limit of the attempt was reached in this part of it; `nil` if no part had
        /// started. The address is that of the server or the proxy in the parts that connect to
        /// one; otherwise empty.
        case timedOut(in: AttemptParts.Name?, address: String, limit: Duration)
        /// A ping was not answered within this time.
        case pongMissing(after: Duration)
        /// The user requested a reconnection.
        case reconnectAsked
    }

    /// How it ended, for programs that react to it.
    public var kind: Kind
    /// What to do about it, as whole sentences; `nil` if the client recovers by itself, or if
    /// nothing in particular is known. Parts of it may come from the peer.
    public var advice: String?
    /// Whether a fault that was injected on purpose ended it. Only the injector sets this: a peer
    /// cannot.
    package var isInjected = false
    /// The `pusher:error` after which the server closed an established connection.
    package var errorBefore: ServerError?

    /// Creates an end for testing code that handles ends.
    /// - Parameters:
    ///   - kind: what happened.
    ///   - advice: what to do; `nil` for the advice that this kind always has.
    public init(_ kind: Kind, advice: String? = nil) {
        self.kind = kind
        self.advice = advice ?? kind.advice(.library)
    }

    /// The peer closed the connection.
    public static func closed(_ code: CloseCode?, reason: String) -> ConnectionEnd {
        ConnectionEnd(.closed(code, reason: reason))
    }

    /// The server sent a `pusher:error` instead of establishing the connection.
    public static func refused(_ code: CloseCode?, reason: String) -> ConnectionEnd {
        ConnectionEnd(.refused(code, reason: reason))
    }

    /// The connection could not be opened, or was lost.
    public static func failed(_ failure: ConnectFailure) -> ConnectionEnd {
        ConnectionEnd(.failed(failure))
    }

    /// The attempt reached its time limit.
    public static func timedOut(
        in part: AttemptParts.Name?, address: String = "", limit: Duration
    ) -> ConnectionEnd {
        ConnectionEnd(.timedOut(in: part, address: address, limit: limit))
    }

    /// A ping was not answered.
    public static func pongMissing(after limit: Duration) -> ConnectionEnd {
        ConnectionEnd(.pongMissing(after: limit))
    }

    /// The user requested a reconnection.
    public static let reconnectAsked = ConnectionEnd(.reconnectAsked)

    /// The close code, if the server sent one.
    public var closeCode: CloseCode? {
        switch self.kind {
        case .closed(let code, _), .refused(let code, _): code
        case .failed, .timedOut, .pongMissing, .reconnectAsked: nil
        }
    }

    /// The server's own words, with secrets replaced by dots; `nil` if it cannot have sent any.
    /// Untrusted text.
    public var serverReason: String? {
        switch self.kind {
        case .closed(_, let reason), .refused(_, let reason): reason
        case .failed, .timedOut, .pongMissing, .reconnectAsked: nil
        }
    }

    /// The `pusher:error` that announced the end; `nil` if there wasn't one.
    package var serverError: ServerError? {
        guard case .refused(let code, let reason) = self.kind else { return self.errorBefore }
        return ServerError(code: code.map { Int($0.rawValue) }, message: reason)
    }

    /// Why the connection could not be opened, or was lost; `nil` if it ended in another way.
    public var failure: ConnectFailure? {
        if case .failed(let failure) = self.kind { failure } else { nil }
    }

    /// Whose doing it was, as far as the client can tell.
    @nonexhaustive
    public enum Origin: String, Hashable, Sendable, CaseIterable {
        /// The server closed, refused, or violated the protocol.
        case server
        /// The network, or a server that vanished without a close frame.
        case network
        /// A proxy on the way.
        case proxy
        /// This client's own limit or settings.
        case client
        /// The user.
        case user
        /// A fault that was injected on purpose.
        case fault
    }

    /// Who or what ended it, as far as the client can tell.
    public var origin: Origin {
        if self.isInjected { return .fault }
        return switch self.kind {
        case .closed, .refused: .server
        case .failed(let failure): failure.kind.origin
        case .timedOut(.proxy?, _, _): .proxy
        case .timedOut, .pongMissing: .client
        case .reconnectAsked: .user
        }
    }
}

/// Why a connection could not be opened, or was lost, without a close code.
public struct ConnectFailure: Error, Hashable, Sendable {
    /// The kind of failure, for programs that react to it.
    public var kind: Kind
    package var parts: FailureParts

    /// What failed, as the start of a sentence: `No connection to 127.0.0.1:6001`. Parts of it may
    /// come from the peer.
    public var what: String { self.parts.what }
    /// Why, in a few words: `connection refused`; empty if `what` says it. Parts of it may come
    /// from the peer.
    public var cause: String { self.parts.cause }
    /// What to do about it, as whole sentences; `nil` if nothing in particular is known.
    public var advice: String? { self.parts.advice.isEmpty ? nil : self.parts.advice }
    /// What failed, why, and what to do, as sentences.
    public var text: String { self.parts.sentence }

    /// Creates a failure for tests.
    /// - Parameters:
    ///   - kind: the kind of failure.
    ///   - what: what failed, as a sentence without its full stop.
    ///   - cause: why, in a few words.
    ///   - advice: what to do, as whole sentences.
    public init(kind: Kind, what: String, cause: String = "", advice: String = "") {
        self.init(kind: kind, FailureParts(what, cause, advice: advice))
    }

    package init(kind: Kind, _ parts: FailureParts) {
        self.kind = kind
        self.parts = parts
    }

    /// The kind of failure.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The host name could not be resolved.
        case nameNotResolved
        /// Nothing is listening on the port: the machine refused the TCP connection.
        case refused
        /// No answer, no route; or the connection was reset or lost without a close frame.
        case unreachable
        /// The proxy could not be reached, or opened no tunnel.
        case proxy
        /// TLS failed, because of the server's certificate or because of the protocol. The reason
        /// is in OpenSSL's words, such as `certificate has expired` or `hostname mismatch`.
        case tls(reason: String, isCertificate: Bool)
        /// The server answered the upgrade with this HTTP status, and perhaps asked to wait
        /// (RFC 9110, section 10.2.3).
        case httpStatus(Int, retryAfter: Duration?)
        /// The peer violated HTTP, WebSocket or the Channels protocol.
        case protocolViolation
        /// The head of an HTTP response contained control characters. Such a server is not retried.
        case unsafeResponse
        /// A client setting is unusable, such as an unreadable file.
        case settings

        fileprivate var origin: ConnectionEnd.Origin {
            switch self {
            case .nameNotResolved, .refused, .unreachable: .network
            case .proxy: .proxy
            case .tls, .httpStatus, .protocolViolation, .unsafeResponse: .server
            case .settings: .client
            }
        }
    }
}
