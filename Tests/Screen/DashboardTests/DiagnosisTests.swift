import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("The diagnosis")
struct DiagnosisTests {
    /// Lives in every text that a peer or a user fills.
    private static let canary = "Kanarienvogel"

    @Test("no name, host, user, text, datum or key gets into it")
    func canaries() {
        var state = DashboardFixture.empty {
            $0.serverLabel = Self.canary
            $0.address = "wss://\(Self.canary).example.com:443"
            $0.appKey = Self.canary
            $0.knownChannels = [Self.canary]
        }
        state.settings.theme = "/home/\(Self.canary)/t.toml"
        state.settings.savedFilters = [Self.canary: Self.canary]
        state.settings.promptHistory = [Self.canary: [Self.canary]]
        for kind in SharingSamples.everyKind(Self.canary) {
            _ = state.handle(.client([SharingSamples.event(kind)]))
            let text = Diagnosis.text(of: state, facts: [])
            #expect(!text.contains(Self.canary), "\(EventDescription(kind).kind)")
        }
        let text = Diagnosis.text(of: state, facts: [])
        #expect(text.contains("presence-…(22)#1"))
        // Without the masks it would have been there.
        let log = PlainDump.lines(
            of: SharingSamples.everyKind(Self.canary).map {
                SharingSamples.event($0)
            })
        #expect(log.joined().contains(Self.canary))
    }

    @Test("a session is told in kinds, codes and counts")
    func session() {
        let state = DashboardFixture.dashboard {
            $0.environment = [.init("buoy", "1.0"), .init("terminal", "xterm\u{1B}[2J")]
        }
        let lines = Diagnosis.text(of: state).split(separator: "\n").map(String.init)
        for expected in [
            "  buoy: 1.0", "  terminal: xterm\\u001B[2J", "  address: ws://127.0.0.1:6001, no TLS",
            "  app key: given", "  losses: 1; close codes in the connection log: 4201 x1",
            "channels: 5", "  presence: 1 subscribed",
            "  private: 1 failed (authorization 403), 1 subscribed", "  public: 2 subscribed",
            "  size: 80x24", "  symbols: Unicode", "  policy: standard: random up to 2 s",
        ] {
            #expect(lines.contains(expected), "\(expected)")
        }
        #expect(lines.contains { $0.hasSuffix("closed with 4201, 23-byte reason") })
        #expect(lines.allSatisfy { SharingSamples.isSafe($0) })
    }

    @Test("a flood of events does not push out what happened to the connection")
    func flood() {
        var state = DashboardFixture.empty { $0.eventLimit = 10 }
        let end = StateCause.ended(.closed(4201, reason: ""))
        _ = state.handle(
            .client([SharingSamples.event(SharingSamples.change(.connected, .connecting, end))]))
        for number in 0..<20 {
            _ = state.handle(
                .client([SharingSamples.event(SharingSamples.received(), number: number)]))
        }
        let text = Diagnosis.text(of: state, facts: [])
        #expect(text.contains("close codes in the connection log: 4201 x1"))
        #expect(text.contains(" ago  state connected -> connecting: closed with 4201"))
    }

    @Test("of many rows the newest forty are told")
    func rowLimit() {
        var state = DashboardFixture.empty()
        for index in 0..<60 {
            let kind = ClientReport.Kind.attemptFailed(
                attempt: index, .closed(4200, reason: ""))
            _ = state.handle(.client([SharingSamples.event(kind, number: index)]))
        }
        let rows = Diagnosis.text(of: state, facts: []).split(separator: "\n")
            .filter { $0.contains(" ago  ") }
        #expect(rows.count == 40)
        #expect(rows.first?.hasSuffix("attempt 20 failed: closed with 4200") == true)
    }

    private static let addresses: [(String, String)] = [
        ("ws://127.0.0.1:6001", "ws://127.0.0.1:6001"), ("ws://localhost", "ws://localhost"),
        ("ws://[::1]:80", "ws://[::1]:80"),
        ("wss://ws-eu.pusher.com:443", "wss://ws-eu.pusher.com:443"),
        ("wss://example.com:443/app/key", "wss://host(11):443"),
        ("wss://a.b.pusher.com", "wss://host(14)"), ("wss://evilpusher.com", "wss://host(14)"),
        ("ws://127.0.0.1.evil.example", "ws://host(22)"), ("ws://127.a.b.c", "ws://host(9)"),
        ("name://x:secret", "?://host(1)"), ("", "?://host(0)"),
        ("ws://user:pass@localhost:1", "ws://host(19):1"),
    ]

    @Test("only hosts of this machine and of the service are named", arguments: addresses)
    func address(address: String, expected: String) {
        #expect(DiagnosisMask.address(address) == expected)
    }
}
