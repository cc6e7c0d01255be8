package import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime

/// Recordings and what is done with them: `buoy replay` shows one, `buoy history` prints one, and
/// `buoy report` sums one up.
package enum Recordings: SubcommandFeature {
    package static let subcommandGroup = SubcommandGroup.recordings

    package static let subcommands: [any ParsableCommand.Type] = [
        ReplayCommand.self, HistoryCommand.self, ReportCommand.self,
    ]
}
