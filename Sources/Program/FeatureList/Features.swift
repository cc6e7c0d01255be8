import AppAPI
import ConnectionFrames
package import Dashboard
package import FeatureInterface
import Laboratory

/// The features of the program, in the order in which their panes, commands and subcommands are
/// listed.
package let features: [any Feature.Type] = [
    AppAPI.self, Laboratory.self, ConnectionFrames.self,
]

extension Catalog {
    /// The whole dashboard.
    package static let whole = Catalog(features)
}
