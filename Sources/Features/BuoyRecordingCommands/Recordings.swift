package import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime

package enum Recordings: SubcommandFeature {
    package static let subcommandGroup = SubcommandGroup.recordings

    package static let subcommands: [any ParsableCommand.Type] = [
        ReplayCommand.self, HistoryCommand.self, ReportCommand.self,
    ]
}
