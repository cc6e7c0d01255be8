import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoyFeatureList
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsBasics
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard

/// The pictures in `docs/pictures/`, made from dashboards of other suites with all features, and
/// the page that shows them. `RECORD_DOCS=1` writes them again; a picture is then looked at, not
/// trusted.
@Suite("Pictures for documents")
struct PictureTests {
    static let pictures =
        [(80, 24), (120, 40)].flatMap { columns, rows in
            [
                DocumentPicture(
                    "connected", columns, rows,
                    "Channels with their rates, the members of a presence channel, and every event",
                    Self.connected),
                DocumentPicture(
                    "reconnecting", columns, rows,
                    "The header counts down to the next attempt and shows why the last one failed",
                    Self.reconnecting),
                DocumentPicture(
                    "inspector-tree", columns, rows,
                    "An event's data as a tree, with the path to the selected value", Self.tree
                ),
            ]
        } + Self.details

    private static let details =
        [
            DocumentPicture(
                "failed", 80, 24, "A close code that rules out another attempt"
            ) { _, _ in ScreenTests.failed() },
            DocumentPicture(
                "refused", 80, 24,
                "A refused subscription: both sides signed the same string with different secrets"
            ) { _, _ in Self.refused() },
            DocumentPicture(
                "silence", 80, 24, "An unanswered ping, with the time left until the loss"
            ) { _, _ in Self.silent() },
            DocumentPicture(
                "gap-missed", 80, 24, "A gap in the log, with the number of missed events"
            ) { _, _ in Self.missed() },
            DocumentPicture(
                "members-away", 120, 40, "Members who joined or left while the connection was down"
            ) { ListScreenTests.reconnected($0, $1) },
            DocumentPicture(
                "inspector-difference", 120, 40, "Changes since the previous event"
            ) { InspectorScreenTests.difference($0, $1) },
            DocumentPicture(
                "themes", 80, 24, "The theme list, with a preview of dracula", theme: "dracula"
            ) { _, _ in PaletteScreenTests.themes() },
            DocumentPicture(
                "connected", 120, 40, "The light theme catppuccin-latte", theme: "catppuccin-latte",
                Self.connected),
            DocumentPicture(
                "reconnecting", 120, 40, "The theme high-contrast-dark",
                theme: "high-contrast-dark", Self.reconnecting),
            DocumentPicture("servers-beside", 120, 40, "Two servers side by side") {
                SeveralServersScreenTests.beside($0, $1)
            },
            DocumentPicture(
                "servers-compared", 80, 24,
                "The merged log of two servers marks events that only one delivered"
            ) { SeveralServersScreenTests.compared($0, $1) },
        ]

    @Test("every picture shows the whole program as it is", arguments: Self.pictures)
    func picture(_ picture: DocumentPicture) throws {
        try DashboardFixture.$catalog.withValue(.whole) { try picture.expectCurrent() }
    }

    @Test("the page shows every picture that there is, and no other")
    func page() throws {
        let page = try SourceTree.text("docs/pictures/README.md")
        let shown = page.matches(of: /!\[[^\]]*\]\(([^)]*)\)/).map { String($0.1) }
        let files = try FileManager.default.contentsOfDirectory(
            at: SourceTree.root.appending(path: DocumentPicture.folder),
            includingPropertiesForKeys: nil)
        let pictures = files.map(\.lastPathComponent).filter { $0.hasSuffix(".svg") }
        #expect(shown.sorted() == pictures.sorted())
    }
}

// MARK: - Dashboards in every size

extension PictureTests {
    @Sendable private static func connected(_ columns: Int, _ rows: Int) -> DashboardState {
        DashboardFixture.dashboard(.sandboxSession(), columns, rows)
    }

    @Sendable private static func reconnecting(_ columns: Int, _ rows: Int) -> DashboardState {
        DashboardFixture.reconnecting(columns, rows)
    }

    private static func refused() -> DashboardState {
        var session = RecordedEvents()
        session.connect()
        session.subscribe("ticker-BTC")
        let failure = SubscriptionFailure(
            phase: .subscription, FailureParts("Invalid signature"), code: 4009,
            stringToSign: "1183.9920:private-orders",
            comparison: SignatureComparison(
                signedHere: "1183.9920:private-orders", expected: "1183.9920:private-orders"))
        session.add(.subscriptionChanged(ChannelName(wire: "private-orders"), .failed(failure)))
        session.receive("price", on: "ticker-BTC", "{\"price\":64230.44}")
        session.wait(.seconds(3))
        var state = DashboardFixture.dashboard(session)
        state.press("Down")
        state.notice = Notice(
            level: .failure, text: "private-orders: wrong secret: both sides signed the same text",
            since: state.now)
        return state
    }

    private static func silent() -> DashboardState {
        var session = RecordedEvents.sandboxSession()
        let last = session.time
        session.wait(.seconds(30))
        session.add(.pingSent(SentPing(lastReceived: last, timeLimit: .seconds(30))))
        session.wait(.seconds(4))
        return DashboardFixture.dashboard(session)
    }

    private static func missed() -> DashboardState {
        var state = ScreenTests.gap()
        let channels = [("ticker-BTCUSD", 63), ("private-orders-42", 32)].map {
            MissedEvents.Channel(name: ChannelName(wire: $0.0), count: $0.1)
        }
        _ = state.handle(.service(.missedEvents(MissedEvents(channels: channels), gap: 1)))
        return state
    }

    @Sendable private static func tree(_ columns: Int, _ rows: Int) -> DashboardState {
        DashboardFixture.inspectingTree(columns, rows)
    }
}
