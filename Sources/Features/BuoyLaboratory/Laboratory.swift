package import ArgumentParser
package import BuoyDashboard
package import BuoyDashboardRuntime

package enum Laboratory: DashboardFeature, SubcommandFeature, ServiceFeature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] { [LabPane()] }

    package static let commands: [Command] = [.lab, .labHerd, .usePolicy]

    package static let subcommandGroup = SubcommandGroup.teaching

    package static var subcommands: [any ParsableCommand.Type] { [LabCommand.self] }

    package static func service(for subject: WatchedSubject) -> (any FeatureService)? {
        LabService(runner: LabRunner(options: subject.options))
    }
}

private struct LabService: RequestService {
    let runner: LabRunner

    func perform(_ request: LabRequest, _ shown: any ShownDashboard) async throws {
        let report = try await self.runner.run(request)
        await shown.report(LabPlayed(request: request, report: report))
    }
}

extension PaneID {
    static let lab = PaneID(
        12, "Laboratory", key: "Z", short: "Lab",
        summary: "Plays a fault script against several libraries' reconnection policies.")
}
