package import ArgumentParser
import Dashboard
import FeatureInterface

/// Recordings and what is done with them: `buoy replay` shows one, `buoy history` prints one, and
/// `buoy report` sums one up.
package enum Recordings: Feature {
    package static let subcommands: [any ParsableCommand.Type] = [
        ReplayCommand.self, HistoryCommand.self, ReportCommand.self,
    ]
}
