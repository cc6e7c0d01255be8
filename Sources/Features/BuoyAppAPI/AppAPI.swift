package import ArgumentParser
package import BuoyDashboard
package import BuoyDashboardRuntime
import BuoyTextScreen

package enum AppAPI: DashboardFeature, SubcommandFeature, ServiceFeature, CoreKeyFeature,
    ListFeature,
    SettingFeature, LineServiceFeature
{
    package static func panes(_ facts: FeatureFacts) -> [any Pane] {
        [OccupiedPane(facts[APIAccess.self] ?? .missing("The app's secret is not configured."))]
    }

    package static let commands = Command.appCommands

    package static let keysOfCore: [CommandName: [KeyBinding]] = [
        "unsubscribe": [.in(.occupied, "u"), .in(.occupied, .delete)],
        "sort": [.in(.occupied, "o")],
    ]

    package static let lists: [PickerKind] = [.templates]

    package static let settings: [FeatureSetting] = [
        DashboardSettings.occupiedOrderSetting, DashboardSettings.publishTemplatesSetting,
    ]

    package static let subcommands: [any ParsableCommand.Type] = [
        APICommand<TriggerCall>.self, APICommand<ChannelsCall>.self, APICommand<UsersCall>.self,
        APICommand<TerminateCall>.self,
        SignCommand.self,
    ]

    package static let subcommandGroup = SubcommandGroup.api

    package static func service(
        for subject: WatchedSubject
    ) throws -> (any FeatureService)? {
        try APIService(subject)
    }

    package static func lineService(for server: PrintedServer) -> (any LineService)? {
        guard let runner = (try? APIService(server.subject))?.runner else { return nil }
        return MissedEventsService(runner.run, found: server.missed)
    }
}

extension PaneID {
    static let occupied = PaneID(
        8, "Occupied", short: "Occu",
        summary: "All of the app's occupied channels, from its HTTP API.")
}
