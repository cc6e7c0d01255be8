import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol

@testable import BuoyDashboard

/// Builds inspectors for tests.
enum InspectorFixture {
    static let size = ScreenSize(columns: 80, rows: 12)

    /// An event with the message it came in.
    static func event(
        _ data: String, _ name: EventName = "price", on channel: String = "ticker",
        from user: UserID? = nil
    ) -> ClientReport {
        var session = RecordedEvents()
        session.receive(name, on: channel, data, from: user)
        return session.events[0]
    }

    /// An event with a message as somebody wrote it.
    static func event(frame: String) -> ClientReport? {
        guard case .event(let event)? = try? FrameCodec.decodeServerMessage(Array(frame.utf8))
        else { return nil }
        return ClientReport(number: 1, time: RecordedEvents().time, kind: .received(event))
    }

    static func pane(_ data: String, view: DataView? = nil) -> InspectorPane {
        var pane = InspectorPane(.event(Self.event(data)), utcOffsetSeconds: 0)
        if let view { pane.show(view) }
        return pane
    }
}

extension InspectorPane {
    /// The text below the facts, as many rows as there are.
    func texts(width: Int = 80, glyphs: GlyphSet = .unicode) -> [String] {
        let page = self.page(width: width, glyphs)
        let rows = page.rows(from: DataPage.Anchor(), height: 100_000).map(\.text.plain)
        return Array(rows.drop { !$0.isEmpty }.dropFirst())
    }

    /// A fact by its label.
    func fact(_ label: String) -> String? {
        self.content.facts.first { $0.label == label }?.value.string
    }
}
