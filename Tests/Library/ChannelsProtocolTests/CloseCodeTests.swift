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
        (4001, "the application does not exist"),
        (4002, "the server asks not to reconnect"),
        (4150, "the server asks to reconnect later"), (4250, "the server asks to reconnect"),
        (4399, "the server reports an error"), (3456, "closed with a registered code"),
        (2999, "closed with an unknown code"), (4400, "closed with an unknown code"),
    ]

    @Test("a code is told in words: its own, or those of its range", arguments: meanings)
    func meaning(_ code: CloseCode, _ meaning: String) {
        #expect(code.meaning == meaning)
    }

    /// Protocol 7, "Connection closure", and RFC 6455: codes with the short terms of the docs.
    static let names: [(CloseCode, String)] = [
        (1000, "normal closure"), (1001, "going away"), (1002, "protocol error"),
        (1003, "unsupported data"), (1005, "no code"), (1006, "abnormal closure"),
        (1007, "invalid text"), (1008, "policy violation"), (1009, "message too big"),
        (1010, "missing extension"), (1011, "internal error"), (1012, "service restart"),
        (1013, "try again later"), (1014, "bad gateway"), (4000, "TLS only"),
        (4001, "application does not exist"), (4003, "application disabled"),
        (4004, "over connection quota"), (4005, "path not found"),
        (4006, "invalid version string"), (4007, "unsupported protocol version"),
        (4008, "no protocol version"), (4009, "unauthorized"), (4100, "over capacity"),
        (4200, "reconnect immediately"), (4201, "pong not received"),
        (4202, "closed after inactivity"), (4301, "client event rate limit"),
        (4302, "watchlist limit"),
    ]

    @Test("every assigned code has a name that no other has, and the codes are in order")
    func assigned() {
        let assigned = CloseCode.assigned
        #expect(assigned == Self.names.map(\.0))
        #expect(assigned.map(\.name) == Self.names.map(\.1))
        #expect(assigned.map(\.rawValue) == assigned.map(\.rawValue).sorted())
        #expect(Set(assigned.map(\.name)).count == Self.names.count)
        #expect(Set(assigned.map(\.meaning)).count == Self.names.count)
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
