import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// The names of real apps are long, and what they share comes first.
@Suite("Long names")
struct LongNamesTests {
    static let laravel: [(channel: String, event: String)] = [
        ("private-App.Models.User.1", #"App\Events\OrderShipmentStatusUpdated"#),
        ("private-App.Models.User.42", #"App\Events\OrderShipmentCreated"#),
        (
            "private-App.Models.User.1042",
            #"Illuminate\Notifications\Events\BroadcastNotificationCreated"#
        ),
        ("presence-App.Models.Team.7", #"App\Events\Billing\SubscriptionRenewalFailed"#),
        ("private-orders.17", #"App\Events\Billing\SubscriptionRenewalSucceeded"#),
        ("private-orders.18", #"App\Domain\Inventory\Events\StockLevelChanged"#),
        ("private-encrypted-App.Models.Account.9", #"App\Domain\Pricing\Events\StockLevelChanged"#),
        ("private-App.Models.Conversation.33", #"App\Events\Chat\MessageReactionWasAdded"#),
        ("presence-App.Models.Conversation.33", #"App\Events\Chat\MessageReactionWasRemoved"#),
        ("presence-chat.room.118", #"Modules\Crm\Events\LeadAssignedToSalesRepresentative"#),
    ]

    static let rails: [(channel: String, event: String)] = [
        ("private-user_notifications_1042", "order.shipment_status_updated"),
        ("private-user_notifications_1043", "order.shipment_status_update_failed"),
        ("private-account-17-dashboard-widgets", "invoice.payment_attempt_succeeded"),
        ("private-account-18-dashboard-widgets", "invoice.payment_attempt_failed"),
        ("presence-project-204-document-editors", "document.collaborator_cursor_moved"),
        ("presence-project-205-document-editors", "document.collaborator_selection_changed"),
        ("turbo-streams-admin-orders-index", "turbo_stream.broadcast_append_later"),
        ("turbo-streams-admin-orders-show", "turbo_stream.broadcast_replace_later"),
        ("private-sidekiq-jobs-critical-queue", "sidekiq.job_retries_exhausted"),
        ("private-sidekiq-jobs-default-queue", "sidekiq.job_processing_started"),
    ]

    static let node: [(channel: String, event: String)] = [
        (
            "private-workspace:9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d:board",
            "client:board/card.position.changed"
        ),
        (
            "private-workspace:9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6e:board",
            "client:board/card.assignee.changed"
        ),
        ("presence-workspace:1f0c2a44-9a50-4a0e-b1d2:members", "workspace:member:role:updated"),
        ("presence-workspace:1f0c2a44-9a50-4a0e-b1d3:members", "workspace:member:role:revoked"),
        ("market/eu-central/BTC-USD/orderbook", "market.orderbook.snapshot.replaced"),
        ("market/eu-central/BTC-EUR/orderbook", "market.orderbook.levels.changed"),
        ("private-tenant.acme.region.eu.device.114", "device.telemetry.batch.received"),
        ("private-tenant.acme.region.us.device.114", "device.telemetry.batch.rejected"),
        ("cache-leaderboard.season.2026.global", "leaderboard.season.standings.recalculated"),
        ("cache-leaderboard.season.2026.friends", "leaderboard.season.standings.published"),
    ]

    static let names = Self.laravel + Self.rails + Self.node

    private static func dashboard(
        _ names: [(channel: String, event: String)], _ columns: Int, _ rows: Int
    ) -> DashboardState {
        var session = RecordedEvents()
        session.connect()
        for name in names { session.receive(EventName(name.event), on: name.channel, "{}") }
        var state = DashboardFixture.dashboard(session, columns, rows)
        state.press("3", "C")
        state.notice = nil
        return state
    }

    /// The cells of two columns, in each row of the log.
    private static func cells(_ state: DashboardState) throws -> [(channel: String, event: String)]
    {
        let place = try #require(state.layout.content(of: .events))
        let size = ScreenSize(columns: place.width, rows: place.height)
        let columns = state.events.columns(size, state.paneContext)
        let canvas = state.screen().part(place)
        func text(_ id: EventLogPane.ColumnID, _ y: Int) -> String {
            let row = Array(canvas.row(y))
            return (columns[id] ?? 0..<0).map { String(Character(row[$0].scalar)) }.joined()
        }
        return (0..<min(place.height, state.events.count)).map {
            (text(.channel, $0), text(.name, $0))
        }
    }

    static let sizes = [(40, 10), (80, 24), (100, 30), (120, 40), (200, 60)]

    @Test("no two different names look alike, at any size and on any page", arguments: Self.sizes)
    func distinct(columns: Int, rows: Int) throws {
        #expect(Set(Self.names.map(\.event)).count == 30)
        #expect(Set(Self.names.map(\.channel)).count == 30)
        for start in stride(from: 0, to: Self.names.count, by: 5) {
            let names = Array(Self.names[...min(start + 9, Self.names.count - 1)])
            let state = Self.dashboard(names, columns, rows)
            let cells = try Self.cells(state)
            #expect(cells.count > 5)
            #expect(Set(cells.map(\.channel)).count == cells.count, "\(cells)")
            #expect(Set(cells.map(\.event)).count == cells.count, "\(cells)")
        }
    }

    @Test("an app's classes are named by their last part, its channels by the last two")
    func laravel() throws {
        let cells = try Self.cells(Self.dashboard(Array(Self.laravel.prefix(3)), 80, 24))
        #expect(cells[0].event.contains(#"…\OrderShipmentStatusUpdated"#))
        #expect(cells[1].event.contains(#"…\OrderShipmentCreated"#))
        #expect(cells[1].channel.hasPrefix("⚿…User.42"))
    }

    @Test("the selected row has the whole names, where they fit")
    func selected() throws {
        var state = Self.dashboard(Array(Self.laravel.prefix(3)), 100, 30)
        state.press("Up", "Up")
        let rows = state.screen().textRows
        #expect(rows.contains { $0.contains(#"App\Events\OrderShipmentCreated"#) })
        #expect(rows.contains { $0.contains("private-App.Models.User.42") })
    }

    @Test("columns keep still while a long name leaves the screen, and get narrower later")
    func still() throws {
        var session = RecordedEvents()
        session.connect()
        session.receive("a-rather-long-name-of-an-event", on: "c", "{}")
        var state = DashboardFixture.dashboard(session, 80, 24)
        func width() throws -> Int {
            let place = try #require(state.layout.content(of: .events))
            let size = ScreenSize(columns: place.width, rows: place.height)
            return try #require(state.events.columns(size, state.paneContext)[.name]).count
        }
        let before = try width()
        var seen = session.events.count
        func receive(_ count: Int) {
            for _ in 0..<count { session.receive("short", on: "c", "{}") }
            _ = state.handle(.client(Array(session.events[seen...])))
            seen = session.events.count
        }
        receive(100)
        #expect(try width() == before)
        session.wait(.seconds(40))
        receive(1)
        #expect(try width() < before)
    }
}
