package import BuoyDashboard
import BuoyScripts
import Channels
import ChannelsEventWords
import ChannelsProtocol

@MainActor
package protocol DashboardSource: Sendable {
    var warnings: [String] { get }

    var streamCount: Int? { get }

    var services: FeatureServices { get }

    var isLive: Bool { get }

    func prepare(_ loop: DashboardLoop) async

    func feed(_ loop: DashboardLoop) async

    /// Only for effects that concern neither the terminal nor files.
    func start(_ effect: Effect, _ loop: DashboardLoop)

    /// Ends what would continue without the dashboard.
    func end() async
}

extension DashboardSource {
    package var isLive: Bool { true }

    package func prepare(_ loop: DashboardLoop) async {}
}
