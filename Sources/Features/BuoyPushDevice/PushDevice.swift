package import ArgumentParser
package import BuoyDashboard
package import BuoyDashboardRuntime
import Channels

/// A device that is registered for push notifications: `buoy push`, and the pane Push.
package enum PushDevice: Feature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] {
        [PushPane(facts[PushAccess.self] ?? .missing("No push service is configured."))]
    }

    package static let commands: [Command] = Command.pushCommands

    package static let subcommandGroup = SubcommandGroup.push

    package static let subcommands: [any ParsableCommand.Type] = [PushCommand.self]

    package static func service(
        for subject: WatchedSubject
    ) throws -> (any FeatureService)? {
        guard let options = subject.options else { return nil }
        return try PushPaneService(subject, appKey: options.appKey)
    }
}

extension PaneID {
    static let push = PaneID(
        9, "Push", summary: "The push device, its interests and its outbox.")
}

extension Command.Section {
    static let push = Command.Section("Push notifications", order: 40)
}
