import ConnectionFrames
package import Dashboard
package import FeatureInterface
import Laboratory
import PushDevice
import Stage
import WatchedMetrics
import WebhookInbox

/// The features of the program, in the order in which their panes, commands and subcommands are
/// listed.
package let features: [any Feature.Type] = [
    WebhookInbox.self, PushDevice.self, Laboratory.self, ConnectionFrames.self, Stage.self,
    WatchedMetrics.self,
]

extension Catalog {
    /// The whole dashboard.
    package static let whole = Catalog(features)
}
