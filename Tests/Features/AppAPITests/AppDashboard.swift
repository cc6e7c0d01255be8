import BuoyDashboardTesting
import BuoyTextScreen
import ChannelsProtocol
import OrderedCollections

@testable import BuoyAppAPI
@testable import BuoyDashboard

/// Dashboards of an app whose HTTP API can be used.
enum AppDashboard {
    static let catalog = Catalog([AppAPI.self])

    static func options(
        _ access: APIAccess = .available(isLocal: false)
    ) -> DashboardOptions {
        var options = DashboardFixture.options(choosing: .unicode, catalog: self.catalog)
        options.facts = FeatureFacts([access])
        options.settings.publishTemplates = ["hello": "news greeting {\"text\":\"hi\"}"]
        return options
    }

    /// A dashboard that has seen nothing.
    static func empty(_ access: APIAccess) -> DashboardState {
        var options = DashboardFixture.options(catalog: self.catalog)
        options.facts = FeatureFacts([access])
        return DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
    }

    /// A dashboard that has seen a recorded session and a listing.
    static func choosing(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        var state = DashboardFixture.choosing(columns, rows, options: self.options())
        _ = state.handle(.service(.api(self.listing(self.occupied, at: state.now))))
        return state
    }

    /// Occupied channels of an app, of which some are subscribed in the recorded session.
    static let occupied = [
        ListedChannel(ChannelName(wire: "chat-room"), subscriptions: 3),
        ListedChannel(ChannelName(wire: "orders-1"), subscriptions: 1),
        ListedChannel(ChannelName(wire: "orders-2"), subscriptions: 12),
        ListedChannel(ChannelName(wire: "presence-lobby"), users: 9, subscriptions: 11),
        ListedChannel(ChannelName(wire: "ticker-BTCUSD"), subscriptions: 2048),
    ]

    /// The answer to a request for the occupied channels.
    static func listing(_ channels: [ListedChannel], at time: ChannelsTimestamp) -> APIReport {
        APIReport(.list(.init()), .channels(channels), sent: time, answered: time)
    }
}

extension DashboardState {
    /// The pane; one without access if the dashboard has none.
    var occupied: OccupiedPane { self[OccupiedPane.self] ?? OccupiedPane(.missing("")) }
}

extension [Effect] {
    /// The number of requests for the occupied channels.
    var listings: Int {
        self.count { if case .list? = $0.request(APIRequest.self) { true } else { false } }
    }

    /// For effects that the test is not about.
    func forgetEffects() {}
}
