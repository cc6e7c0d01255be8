import BuoyDashboard
import BuoyDashboardRuntime
import BuoySessions
import Channels
import ChannelsEventWords
import Synchronization

/// Measures from the start of the program to its end, whatever server is shown.
final class WatchedMetricsService: RunningService, WarningService, FollowingService,
    StoppableService
{
    private let metrics: ServedMetrics
    private let measuring: Task<Void, Never>
    private let isAnnounced = Atomic(false)

    init(_ metrics: ServedMetrics) {
        self.metrics = metrics
        self.measuring = Task { await metrics.run() }
    }

    var warnings: [String] { [self.metrics.warning].compactMap(\.self) }

    func run(_ shown: any ShownDashboard) async {
        guard !self.isAnnounced.exchange(true, ordering: .relaxed) else { return }
        let note = LogNote(
            at: await shown.now, "metrics", .neutral,
            text: "serving metrics at \(self.metrics.url)")
        await shown.handle(.service(.notes([note])))
    }

    func follow(_ client: ChannelsClient) { self.metrics.follow(client) }

    func stop() async {
        self.measuring.cancel()
        await self.measuring.value
    }
}
