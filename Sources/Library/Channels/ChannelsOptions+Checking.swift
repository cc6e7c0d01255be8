import ChannelsFoundation
import ChannelsProtocol
import ChannelsTransport

extension ChannelsOptions {
    /// Checks what does not depend on a connection.
    /// - Throws: `ChannelsError.option` for the first option that cannot be used.
    func check() throws(ChannelsError) {
        guard !self.appKey.isEmpty else { throw .option("The app key cannot be empty.") }
        try self.checkTimes()
        try self.checkLimits()
        try self.checkHeaders()
    }

    /// With a time of zero or less, the client would ping, fail or give up all the time; one of
    /// more than a year is a mistake.
    private func checkTimes() throws(ChannelsError) {
        let times = [
            ("activityTimeout", self.activityTimeout), ("pongTimeout", self.pongTimeout),
            ("unavailableTimeout", self.unavailableTimeout),
            ("attemptTimeLimit", self.attemptTimeLimit),
            ("subscriptionTimeLimit", self.subscriptionTimeLimit),
        ]
        for (name, time) in times where time <= .zero || time > Self.year {
            throw .option("The option \(name) must be more than zero and at most a year.")
        }
        let delays = [
            ("maximumReconnectDelay", self.maximumReconnectDelay),
            ("reconnectDelay", self.reconnectDelay),
        ]
        for case (let name, let delay?) in delays where delay < .zero || delay > Self.year {
            throw .option("The option \(name) must be between zero and a year.")
        }
    }

    private func checkLimits() throws(ChannelsError) {
        if let limit = self.clientEventLimit, limit < 1 {
            throw .option("The option clientEventLimit must be at least 1, or nil for no limit.")
        }
        if let attempts = self.maximumReconnectAttempts, attempts < 0 {
            throw .option("The option maximumReconnectAttempts must not be negative.")
        }
    }

    private func checkHeaders() throws(ChannelsError) {
        if let problem = self.problemOfHandshake { throw .option(problem) }
    }

    /// A sentence; `nil` if the origin and all headers can be sent.
    package var problemOfHandshake: String? {
        for header in self.handshakeHeaders {
            guard header.canBeHeader else {
                return "The handshake header \(header.name.debugDescription) contains a "
                    + "character that cannot be sent."
            }
            let name = header.name.lowercased()
            guard !Self.ownHeaders.contains(name), !name.hasPrefix("sec-websocket-") else {
                return "The handshake sets the header \(header.name) itself: leave it out."
            }
        }
        return nil
    }

    /// Set by the handshake itself, or for one connection (RFC 9110, 7.6.1). In lower case.
    private static let ownHeaders = AuthHTTPRequest.transportHeaders.union([
        "upgrade", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization",
        "te", "trailer",
    ])

    var handshakeHeaders: RequestFields {
        var headers = self.headers
        if let origin = self.origin { headers["Origin"] = origin }
        return headers
    }

    private static let year = Duration.seconds(31_536_000)
}
