import ChannelsProtocol
import Testing

@Suite struct CloseCodeTests {
    static let ranges: [(ClosedRange<UInt16>, CloseAdvice)] = [
        (0...3999, .retry), (4000...4000, .useTLS), (4001...4099, .doNotReconnect),
        (4100...4199, .backOff), (4200...4299, .reconnectAtOnce), (4300...4399, .doNotReconnect),
        (4400...65535, .retry),
    ]

    @Test("the range of a code decides, not the list of known codes", arguments: ranges)
    func advice(_ range: ClosedRange<UInt16>, _ advice: CloseAdvice) {
        for code in range where CloseCode(rawValue: code).advice != advice {
            Issue.record("\(code)")
        }
    }

    static let meanings: [(CloseCode, String)] = [
        (1000, "normal closure"), (1006, "the connection was lost"),
        (4001, "the application does not exist: check the app key and the cluster"),
        (4002, "the server asks not to reconnect"),
        (4150, "the server asks to come back later"), (4250, "the server asks to reconnect"),
        (4399, "the server reports an error"), (3456, "closed with a registered code"),
        (2999, "closed with an unknown code"), (4400, "closed with an unknown code"),
    ]

    @Test("a code is told in words: its own, or those of its range", arguments: meanings)
    func meaning(_ code: CloseCode, _ meaning: String) {
        #expect(code.meaning == meaning)
    }

    /// Protocol 7, "Connection closure", and RFC 6455: codes with the short terms of the docs.
    static let names: [(CloseCode, String, UInt16)] = [
        (.normalClosure, "normal closure", 1000), (.goingAway, "going away", 1001),
        (.protocolError, "protocol error", 1002), (.unsupportedData, "unsupported data", 1003),
        (.noStatus, "no code", 1005), (.abnormalClosure, "abnormal closure", 1006),
        (.invalidText, "invalid text", 1007), (.policyViolation, "policy violation", 1008),
        (.messageTooBig, "message too big", 1009), (.missingExtension, "missing extension", 1010),
        (.internalError, "internal error", 1011), (.serviceRestart, "service restart", 1012),
        (.tryAgainLater, "try again later", 1013), (.badGateway, "bad gateway", 1014),
        (.tlsOnly, "TLS only", 4000),
        (.applicationDoesNotExist, "application does not exist", 4001),
        (.applicationDisabled, "application disabled", 4003),
        (.overConnectionQuota, "over connection quota", 4004),
        (.pathNotFound, "path not found", 4005),
        (.invalidVersionString, "invalid version string", 4006),
        (.unsupportedProtocolVersion, "unsupported protocol version", 4007),
        (.noProtocolVersion, "no protocol version", 4008), (.unauthorized, "unauthorized", 4009),
        (.overCapacity, "over capacity", 4100),
        (.reconnectImmediately, "reconnect immediately", 4200),
        (.pongNotReceived, "pong not received", 4201),
        (.inactivity, "closed after inactivity", 4202),
        (.clientEventRateLimit, "client event rate limit", 4301),
        (.watchlistLimit, "watchlist limit", 4302),
    ]

    @Test("every assigned code has a constant, and a name that no other has")
    func assigned() {
        #expect(CloseCode.assigned == Self.names.map(\.0))
        #expect(CloseCode.assigned.map(\.rawValue) == Self.names.map(\.2))
        #expect(CloseCode.assigned.map(\.name) == Self.names.map(\.1))
        #expect(Set(CloseCode.assigned.map(\.name)).count == Self.names.count)
        #expect(Set(CloseCode.assigned.map(\.meaning)).count == Self.names.count)
    }

    /// Codes that nobody assigned (4300 and 4303 are used by one server): the range counts.
    static let unlistedCodes: [(CloseCode, CloseAdvice, String)] = [
        (4002, .doNotReconnect, "do not reconnect"), (4010, .doNotReconnect, "do not reconnect"),
        (4099, .doNotReconnect, "do not reconnect"), (4101, .backOff, "reconnect later"),
        (4199, .backOff, "reconnect later"), (4203, .reconnectAtOnce, "reconnect immediately"),
        (4210, .reconnectAtOnce, "reconnect immediately"),
        (4299, .reconnectAtOnce, "reconnect immediately"),
        (4300, .doNotReconnect, "other error"), (4303, .doNotReconnect, "other error"),
        (4399, .doNotReconnect, "other error"), (4400, .retry, "unknown code"),
        (4999, .retry, "unknown code"), (3000, .retry, "registered code"),
        (3999, .retry, "registered code"), (1004, .retry, "unknown code"),
        (1015, .retry, "unknown code"), (2999, .retry, "unknown code"),
        (5000, .retry, "unknown code"), (0, .retry, "unknown code"),
        (1012, .retry, "service restart"), (1013, .retry, "try again later"),
        (1014, .retry, "bad gateway"),
    ]

    @Test(
        "a code without an assignment follows its range, and is called after it",
        arguments: unlistedCodes)
    func unlisted(_ code: CloseCode, _ advice: CloseAdvice, _ name: String) {
        #expect(code.advice == advice)
        #expect(code.name == name)
    }
}
