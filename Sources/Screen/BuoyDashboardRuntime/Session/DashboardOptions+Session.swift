package import BuoyDashboard
import BuoyProgramSupport
import BuoyServers
import BuoySessions

extension DashboardOptions {
    package mutating func describe(_ session: Session) {
        self.serverLabel = session.serverLabel
        self.address = session.address
        self.appKey = session.maskedKey
        self.usesTLS = session.usesTLS
        self.authorizes = session.authorizes
        self.knownChannels = Self.knownChannels(session, self.settings)
        self.subscribes = !session.server.target.channels.isEmpty
        self.isDemonstration = session.isDemonstration
        self.isSandbox = session.isSandbox
        self.policy = session.policy
        self.clientEventLimit = session.clientEventLimit
        if session.isDemonstration {
            self.serverFaults = SandboxFault.examples.map {
                ServerFault(line: $0.json, effect: $0.effect)
            }
        }
        self.facts = session.services.facts
        self.policies = ReconnectionArguments.policyNames
    }

    private static func knownChannels(
        _ session: Session, _ settings: DashboardSettings
    ) -> [String] {
        let earlier = (settings.promptHistory["subscribe"] ?? []).reversed()
            .flatMap { $0.split { $0 == " " || $0 == "," } }.map(String.init)
        return (session.knownChannels + earlier).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }
}
