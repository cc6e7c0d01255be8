/// The last `pusher:error`, as long as it may explain a close without a code of its own. Several
/// servers send the error and then close with 1000, 1005 or no close frame at all
/// (docs/protocol.md, "Servers").
struct ErrorBeforeClose: Hashable, Sendable {
    private var error: ServerError?
    private var time = ChannelsTimestamp.zero

    /// Messages arrived, and the last of them was this error. `nil` means another message, so an
    /// earlier error did not end the connection.
    /// - Returns: whether that changes anything.
    mutating func note(_ error: ServerError?, at time: ChannelsTimestamp) -> Bool {
        guard error != nil || self.error != nil else { return false }
        self.error = error
        self.time = time
        return true
    }

    /// The end that the error means; `nil` if it has no code of the protocol.
    var refusal: ConnectionEnd? {
        guard let error = self.error, let code = error.code, (4000..<5000).contains(code),
            let closeCode = UInt16(exactly: code)
        else { return nil }
        return .closed(CloseCode(rawValue: closeCode), reason: error.message)
    }

    /// The end that the error means if the server establishes nothing after it; `nil` if there was
    /// none.
    var ending: ConnectionEnd? {
        self.refusal ?? self.error.map { .closed(nil, reason: $0.message) }
    }

    /// How an end is to be read, given the error before it.
    ///
    /// On an established connection, 4300–4399 do not end it, and an error that is older than a few
    /// seconds is unrelated: a network that fails long after a refused client event must not stop
    /// the client for good.
    func reading(of end: ConnectionEnd, wasConnected: Bool, at now: ChannelsTimestamp)
        -> ConnectionEnd
    {
        guard end.saysNothing, let refusal = self.refusal else { return end }
        guard wasConnected else { return refusal }
        let isRecent = now.duration(since: self.time) <= Self.longestTimeToClose
        guard isRecent, case .closed(let code?, _) = refusal, code.rawValue < 4300 else {
            return end
        }
        return refusal
    }

    private static let longestTimeToClose = Duration.seconds(5)
}

extension ConnectionEnd {
    /// Whether it gives no reason of the protocol.
    fileprivate var saysNothing: Bool {
        switch self {
        case .closed(nil, _), .closed(1000?, _), .closed(1005?, _), .closed(1006?, _): true
        case .failed(let failure): failure.kind == .unreachable
        case .closed, .timedOut, .pongMissing, .reconnectAsked: false
        }
    }
}
