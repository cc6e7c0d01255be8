import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Links in the inspector")
struct InspectorLinkTests {
    /// The links of an event that is inspected.
    private static func links(
        _ data: String, _ columns: Int = 80, _ rows: Int = 24
    ) -> [CanvasLink] {
        var session = RecordedEvents()
        session.connect()
        session.receive("order.created", on: "orders", data)
        var state = DashboardFixture.dashboard(session, columns, rows)
        state.press("3", "Up", "Enter")
        let canvas = state.screen()
        return canvas.links.filter { $0.isVisible(on: canvas) }
    }

    @Test("an address in the data is a link", arguments: [80, 120, 200])
    func one(columns: Int) {
        let links = Self.links(#"{"id":1,"url":"https://shop.example/orders/1"}"#, columns, 40)
        #expect(Set(links.map(\.address)) == ["https://shop.example/orders/1"])
        #expect(links.first?.text == "https://shop.example/orders/1")
    }

    @Test("an address in several rows is one link, and whole")
    func wrapped() {
        let address = "https://shop.example/" + String(repeating: "a1", count: 90) + "/end"
        let links = Self.links(#"{"url":"\#(address)"}"#)
        #expect(links.count > 1)
        #expect(links.allSatisfy { $0.address == address })
        #expect(links.first?.text.hasPrefix("https://shop.example/a1a1") == true)
        #expect(links.allSatisfy { address.contains($0.text) })
        // A cut row shows the first of two, and the end of the other is not known to be one.
        let cut = "see https://a.example/b and " + String(repeating: "word ", count: 8)
        let other = Self.links(#"{"text":"\#(cut)https://c.example/\#(address)"}"#)
        #expect(
            other.allSatisfy {
                ["https://a.example/b", "https://c.example/\(address)"].contains($0.address)
            })
        #expect(other.contains { $0.address == "https://a.example/b" })
    }

    @Test("nothing else is a link: no other scheme, no control characters")
    func hostile() {
        #expect(Self.links(#"{"url":"file:///etc/passwd","x":"javascript:alert(1)"}"#).isEmpty)
        let links = Self.links(#"{"url":"https://a.example/\u001b]8;;https://evil.example\u0007"}"#)
        #expect(
            links.allSatisfy { link in
                link.address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                    && !link.address.contains("\\")
            })
    }
}
