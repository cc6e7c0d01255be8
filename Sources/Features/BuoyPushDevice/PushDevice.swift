package import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime

package enum PushDevice: SubcommandFeature {
    package static let subcommandGroup = SubcommandGroup.push

    package static let subcommands: [any ParsableCommand.Type] = [PushCommand.self]
}
