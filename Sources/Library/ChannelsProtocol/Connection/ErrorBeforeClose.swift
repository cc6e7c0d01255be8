/// The last `pusher:error`, as long as it may explain a close without its own code. Several
/// servers close with 1000, 1005 or no close frame after the error (docs/protocol.md,
/// "Servers").
struct ErrorBeforeClose: Hashable, Sendable {
    private var error: ServerError?
    private var time = ChannelsTimestamp.zero

    /// - Parameter error: `nil` for another message, so an earlier error did not end the
    ///   connection.
    mutating func note(_ error: ServerError?, at time: ChannelsTimestamp) -> Bool {
        guard error != nil || self.error != nil else { return false }
        self.error = error
        self.time = time
        return true
    }

    /// If the server establishes nothing after the error.
    var refusal: ConnectionEnd? {
        self.error.map { .refused($0.closeCode, reason: $0.message) }
    }

    /// Before the connection is established, the error is the refusal, unless the close has another
    /// code. Afterwards, 4300–4399 do not end it, and an error older than a few seconds is
    /// unrelated: a network that fails long after a refused client event must not stop the client
    /// permanently.
    func reading(of end: ConnectionEnd, wasConnected: Bool, at now: ChannelsTimestamp)
        -> ConnectionEnd
    {
        guard let error = self.error else { return end }
        guard !end.isInjected else { return end }
        guard wasConnected else {
            let isSame = end.closeCode != nil && end.closeCode == error.closeCode
            return end.saysNothing || isSame ? self.refusal ?? end : end
        }
        let isRecent = now.duration(since: self.time) <= Self.longestTimeToClose
        guard isRecent, let code = error.closeCode, code.rawValue < 4300,
            end.saysNothing || end.closeCode == code
        else { return end }
        var reading = end.saysNothing ? .closed(code, reason: error.message) : end
        reading.errorBefore = error
        return reading
    }

    static let longestTimeToClose = Duration.seconds(5)
}

extension ServerError {
    fileprivate var closeCode: CloseCode? {
        guard let code = self.code, (4000..<5000).contains(code) else { return nil }
        return UInt16(exactly: code).map(CloseCode.init(rawValue:))
    }
}

extension ConnectionEnd {
    var saysNothing: Bool {
        switch self.kind {
        case .closed(nil, _), .closed(1000?, _), .closed(1005?, _), .closed(1006?, _): true
        case .failed(let failure): failure.kind == .unreachable
        case .closed, .refused, .timedOut, .pongMissing, .reconnectAsked: false
        }
    }
}
