package import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime

package enum Conformance: SubcommandFeature {
    package static let subcommandGroup = SubcommandGroup.servers

    package static var subcommands: [any ParsableCommand.Type] { [ConformCommand.self] }
}
