package import ArgumentParser
package import BuoyDashboard
package import BuoyDashboardRuntime

/// A proxy between other clients and their server: `buoy proxy`, and the pane Clients.
package enum Proxy: DashboardFeature, SubcommandFeature {
    package static func panes(_ facts: FeatureFacts) -> [any Pane] {
        [ClientsPane(facts[ProxyView.self])]
    }

    package static let commands: [Command] = [
        .faultOfAll, .showClient, .forgetClient, .holdMessages, .held, .letGoMessage,
        .dropMessage, .sendMessageTwice, .changeMessage, .injectFrame,
    ]

    package static let subcommandGroup = SubcommandGroup.servers

    package static let subcommands: [any ParsableCommand.Type] = [ProxyCommand.self]
}

struct ProxyView: Hashable, Sendable {
    var shown: ClientNumber?
}

extension PaneID {
    static let clients = PaneID(
        13, "Clients", key: "<",
        summary: "A proxy's clients, their reconnections and their frames.")
}
