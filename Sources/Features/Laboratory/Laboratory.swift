package import ArgumentParser
package import Dashboard
package import DashboardPanes
package import DashboardParts
package import FeatureInterface

/// The reconnection laboratory: `buoy lab`, and a pane of the dashboard.
package enum Laboratory: Feature {
    package static var panes: [any Pane] { [LabPane()] }

    package static let commands: [Command] = [.lab, .labHerd, .usePolicy]

    package static var subcommands: [any ParsableCommand.Type] { [LabCommand.self] }

    package static func run(
        _ request: LabRequest, in session: FeatureSession
    ) async throws -> LabPlayed {
        LabPlayed(
            request: request, report: try await LabRunner(options: session.options).run(request))
    }
}

extension PaneID {
    package static let lab = PaneID(
        12, "Laboratory", key: "Z", short: "Lab",
        summary: "Plays a script of faults against the reconnection policies of several libraries.")
}
