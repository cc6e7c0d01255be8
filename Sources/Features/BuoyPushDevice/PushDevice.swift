package import ArgumentParser
import BuoyDashboard
package import BuoyDashboardRuntime

/// A device that is registered for push notifications: `buoy push`.
package enum PushDevice: SubcommandFeature {
    package static let subcommandGroup = SubcommandGroup.push

    package static let subcommands: [any ParsableCommand.Type] = [PushCommand.self]
}
