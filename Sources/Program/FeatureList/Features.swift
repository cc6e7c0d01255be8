import ConnectionFrames
package import Dashboard
package import FeatureInterface
import Laboratory
import Stage

/// The features of the program, in the order in which their panes, commands and subcommands are
/// listed.
package let features: [any Feature.Type] = [
    Laboratory.self, ConnectionFrames.self, Stage.self,
]

extension Catalog {
    /// The whole dashboard.
    package static let whole = Catalog(features)
}
