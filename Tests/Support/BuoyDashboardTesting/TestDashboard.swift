package import BuoyDashboard
import BuoyDashboardRuntime
package import ChannelsProtocol

/// A dashboard for the services of features: it keeps what it is told.
@MainActor
package final class TestDashboard: ShownDashboard {
    package var now = ChannelsTimestamp.zero
    package private(set) var state: DashboardState
    /// What it was told, in order.
    package private(set) var actions: [Action] = []
    /// How often the bell was rung.
    package private(set) var bells = 0
    /// The notifications of the desktop.
    package private(set) var notifications: [String] = []

    package init(_ state: DashboardState = DashboardFixture.empty()) { self.state = state }

    package func handle(_ action: Action) {
        self.actions.append(action)
        _ = self.state.handle(action)
    }

    package func ringBell() { self.bells += 1 }

    package func notify(_ text: String) { self.notifications.append(text) }

    /// Presses keys, and handles what comes of them in the dashboard alone.
    package func press(_ keys: String...) {
        for key in keys { _ = self.state.press(key) }
    }
}
