import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// What is loud, and what colours mean.
@Suite("Colours and hierarchy")
struct HierarchyTests {
    /// A session with channels that are subscribed in this order.
    private static func session(_ names: [String]) -> RecordedEvents {
        var session = RecordedEvents()
        session.connect()
        for name in names { session.subscribe(name) }
        session.wait(.seconds(3))
        return session
    }

    /// Six names that have the same colour by their hashes.
    private static let names = Array(
        (0..<200).map { "room-\($0)" }.filter { Role.accent(for: $0.utf8) == .accent2 }.prefix(6))

    @Test("the first six channels have six colours, and keep them")
    func sixColors() {
        let names = Self.names.map { ChannelName(wire: $0) }
        var state = DashboardFixture.dashboard(Self.session(Self.names), 120, 40)
        let colors = names.map { state.channels.colors.role(of: $0.text) }
        #expect(Set(colors).count == 6)
        #expect(colors == Array(Role.accents[1...]) + [.accent1])
        var more = RecordedEvents()
        more.add(.subscriptionChanged(names[1], .unsubscribed))
        more.subscribe("another")
        more.subscribe(Self.names[1])
        _ = state.handle(.client(more.events))
        #expect(state.channels.colors.role(of: "another") == colors[1])
        #expect(names.map { state.channels.colors.role(of: $0.text) } == colors)
    }

    @Test("a channel has one colour in every pane")
    func oneColor() {
        var state = DashboardFixture.dashboard(.sandboxSession(), 200, 60)
        state.press("3", "Up", "Enter")
        let canvas = state.screen()
        for name in ["ticker-BTCUSD", "presence-lobby", "chat-room"] {
            let wanted = state.channels.colors.role(of: name)
            var found: Set<Role> = []
            let needle = Array(name.unicodeScalars)
            for y in 4..<canvas.height {
                for x in 0..<canvas.width - needle.count
                where needle.indices.allSatisfy({ canvas[x + $0, y].scalar == needle[$0] }) {
                    let role = canvas[x, y].role
                    // Sentences about a channel are not coloured.
                    if ![.text, .muted, .eventInternal].contains(role) { found.insert(role) }
                }
            }
            #expect(found == [wanted], "\(name)")
        }
    }

    @Test("graphs of a pane have one scale: a quiet channel is lower than a loud one")
    func scale() {
        var session = Self.session(["loud", "quiet"])
        for number in 0..<40 {
            session.receive("tick", on: "loud", "{}")
            if number < 4 { session.receive("tick", on: "quiet", "{}") }
        }
        session.wait(.seconds(1))
        let rows = DashboardFixture.dashboard(session, 120, 40).screen().textRows
        let peak = { (name: String) in
            rows.first { $0.contains("● \(name) ") }?.unicodeScalars
                .filter { ("▂"..."█").contains($0) }.max()
        }
        #expect(peak("loud") == "█")
        #expect(peak("quiet") == "▂")
    }

    @Test("who came and went is not muted")
    func joins() {
        let canvas = DashboardFixture.dashboard(.sandboxSession(), 80, 24).screen()
        let rows = canvas.textRows
        for (word, role) in [("~joined", Role.memberJoined), ("~left", .memberLeft)] {
            let y = rows.firstIndex { $0.contains(word) } ?? 0
            #expect((0..<80).contains { canvas[$0, y].role == role }, "\(word)")
        }
    }
}
