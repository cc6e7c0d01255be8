package import ArgumentParser
import BuoyAlerts
import BuoyAppAPI
import BuoyCharts
import BuoyConformance
import BuoyConnectionFrames
package import BuoyDashboard
import BuoyDashboardRuntime
import BuoyLaboratory
package import BuoyProgramSupport
import BuoyProxy
import BuoyPushDevice
import BuoyRecordingCommands
package import BuoySessions
import BuoyStage
import BuoyWatchedMetrics
import BuoyWebhookInbox

/// In the order in which their panes, commands and subcommands are listed.
package let features: [any Feature.Type] = [
    AppAPI.self, WebhookInbox.self, PushDevice.self, Laboratory.self, ConnectionFrames.self,
    Stage.self, Room.self, WatchedMetrics.self, Proxy.self, Recordings.self, Alerts.self,
    Charts.self, Conformance.self,
]

extension Catalog {
    package static let whole = Catalog(features)
}

/// The options of `buoy watch` that belong to features, each group in the folder of its feature.
///
/// The parser finds options by reflection over stored properties, so the groups are listed here and
/// not found at run time. Their order is that of the help.
package struct FeatureArguments: ParsableArguments {
    @OptionGroup(title: "Dashboard")
    var webhooks: WebhookInboxArguments

    @OptionGroup(title: "Metrics")
    package var metrics: MetricsArguments

    @OptionGroup(title: "Metrics")
    package var hosts: HostArguments

    @OptionGroup(title: "Log")
    package var log: LogArguments

    @OptionGroup(title: "Faults")
    package var faults: FaultArguments

    @OptionGroup(title: "Recording")
    package var recording: RecordingArguments

    package init() {}

    package var groups: [any ParsableArguments & Sendable] {
        [self.webhooks, self.metrics, self.hosts]
    }
}
