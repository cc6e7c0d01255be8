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
        (4002, "the server does not want this client again"),
        (4150, "the server asks to come back later"), (4250, "the server asks to reconnect"),
        (4399, "the server reports an error"), (3456, "closed with a registered code"),
        (2999, "closed with an unknown code"), (4400, "closed with an unknown code"),
    ]

    @Test("a code is told in words: its own, or those of its range", arguments: meanings)
    func meaning(_ code: CloseCode, _ meaning: String) {
        #expect(code.meaning == meaning)
    }
}
