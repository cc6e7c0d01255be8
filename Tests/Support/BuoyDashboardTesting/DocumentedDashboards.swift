package import BuoyDashboard
package import BuoyTestSupport
package import BuoyTextScreen
import ChannelsProtocol

// Dashboards that documents show, and tests of the core too.
extension DashboardFixture {
    /// A dashboard that waits for its next attempt.
    package static func reconnecting(
        _ columns: Int, _ rows: Int, catalog: Catalog = .core
    ) -> DashboardState {
        var session = RecordedEvents.sandboxSession()
        session.drop(4100, reason: "Over capacity", retryAfter: .seconds(1))
        session.wait(.seconds(1))
        session.startAttempt(1)
        session.wait(.milliseconds(300))
        let refused = ConnectFailure(
            kind: .unreachable, what: "127.0.0.1:6001 refused the connection")
        session.add(.attemptFailed(attempt: 1, .failed(refused)))
        session.scheduleRetry(2, after: .seconds(7), of: 6)
        session.wait(.milliseconds(2800))
        var state = self.dashboard(session, columns, rows, catalog: catalog)
        state.notice = nil
        return state
    }

    /// A dashboard that inspects an order whose difference, moments, strings and hidden characters
    /// are worth a look.
    package static func inspecting(
        _ columns: Int, _ rows: Int, glyphs: GlyphSet = .unicode, catalog: Catalog = .core
    ) -> DashboardState {
        var session = RecordedEvents.sandboxSession()
        let orders = [
            #"{"order":42,"state":"paid","at":1795269748461,"items":[{"sku":"A-100","qty":2}],"gift":true}"#,
            "{\"order\":42,\"state\":\"shipped\",\"at\":1795269767461,"
                + #""items":[{"sku":"A-100","qty":1},{"sku":"B-7","qty":1}],"#
                + #""label":"{\"carrier\":\"DHL\",\"to\":\"Malmö\"}","#
                + "\"note\":\"leave at the door\u{202E}, ring twice, and if nobody opens, ask at the\\n"
                + " kiosk on the other side of the street\"}",
        ]
        for order in orders {
            session.receive("order.state", on: "private-orders-42", order)
            session.wait(.milliseconds(525))
        }
        var state = self.dashboard(
            session, columns, rows, glyphs: glyphs, catalog: catalog)
        state.press("3", "Enter", "5")
        return state
    }

    /// The same, with a node of its tree selected.
    package static func inspectingTree(
        _ columns: Int, _ rows: Int, catalog: Catalog = .core
    ) -> DashboardState {
        var state = self.inspecting(columns, rows, catalog: catalog)
        state.inspector?.go(to: "$.items[1].sku")
        return state
    }

    /// Two presence channels among others.
    package static func arrangedSession() -> RecordedEvents {
        var session = RecordedEvents.sandboxSession()
        session.subscribe(
            "presence-game-1",
            members: [RecordedEvents.member("u01", "Kim"), RecordedEvents.member("u88", "Rook")],
            me: "u01")
        session.wait(.seconds(1))
        return session
    }

    /// A dashboard in a layout, with the keys in the events.
    package static func arranged(
        _ layout: String, _ columns: Int, _ rows: Int, catalog: Catalog = .core
    ) -> DashboardState {
        var state = self.dashboard(self.arrangedSession(), columns, rows, catalog: catalog)
        _ = state.useLayout(named: layout)
        state.notice = nil
        state.focus(on: .events)
        return state
    }
}

extension InspectorPane {
    /// Goes to a node by moving down to it.
    package mutating func go(to path: String) {
        let size = ScreenSize(columns: 80, rows: 12)
        self.move(.top, size: size, glyphs: .unicode)
        for _ in 0..<self.nodeCount where self.selectedPath != path {
            self.move(.rows(1), size: size, glyphs: .unicode)
        }
    }
}
