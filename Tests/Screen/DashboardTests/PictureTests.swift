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

/// The pictures in `docs/pictures/`, made from dashboards of other suites with all features.
/// `RECORD_DOCS=1` writes them again; a picture is then looked at, not trusted.
@Suite("Pictures for documents")
struct PictureTests {
    static let pictures =
        [(80, 24), (120, 40)].map { columns, rows in
            DocumentPicture(
                "connected", columns, rows,
                "Channels with their rates, the members of a presence channel, and every event",
                Self.connected)
        } + Self.details

    private static let details =
        [
            DocumentPicture(
                "reconnecting", 80, 24,
                "The header counts down to the next attempt and shows why the last one failed",
                Self.reconnecting),
            DocumentPicture(
                "inspector-tree", 80, 24,
                "An event's data as a tree, with the path to the selected value", Self.tree),
            DocumentPicture(
                "refused", 80, 24,
                "A refused subscription: both sides signed the same string with different secrets"
            ) { _, _ in Self.refused() },
            DocumentPicture(
                "gap-missed", 80, 24, "A gap in the log, with the number of missed events"
            ) { _, _ in Self.missed() },
            DocumentPicture("servers-beside", 120, 40, "Two servers side by side") {
                SeveralServersScreenTests.beside($0, $1)
            },
            DocumentPicture(
                "servers-compared", 80, 24,
                "The combined log of two servers marks events that only one delivered"
            ) { SeveralServersScreenTests.compared($0, $1) },
        ]

    @Test("every picture shows the whole program as it is", arguments: Self.pictures)
    func picture(_ picture: DocumentPicture) throws {
        try DashboardFixture.$catalog.withValue(.whole) { try picture.expectCurrent() }
    }

    @Test("the documents show every picture that there is, and no other")
    func shown() throws {
        let pages = try Self.names(in: "docs", suffix: ".md").map { "docs/\($0)" } + ["README.md"]
        let shown = try pages.flatMap { page in
            try SourceTree.text(page).matches(of: /!\[[^\]]*\]\((?:docs\/)?pictures\/([^)]*)\)/)
                .map { String($0.1) }
        }
        let pictures = try Self.names(in: DocumentPicture.folder, suffix: ".svg")
        #expect(Set(shown) == Set(pictures))
    }

    /// The files in a folder of the repository.
    private static func names(in folder: String, suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: SourceTree.root.appending(path: folder), includingPropertiesForKeys: nil
        ).map(\.lastPathComponent).filter { $0.hasSuffix(suffix) }
    }
}

// MARK: - Dashboards

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
