import ArgumentParser
import BuoyDashboardRuntime
import BuoyProgramSupport
import BuoyScripts

/// A command of a feature that shows what `buoy watch` shows, but starts differently.
struct VariantCommand<Variant: WatchVariant>: AsyncParsableCommand, VariableTaking, ServerChoosing {
    static var configuration: CommandConfiguration { Variant.command }

    static var variables: [OptionVariable] { OptionVariable.all }

    @OptionGroup
    var variant: Variant

    // The only groups inside a group, which `ConnectingCommand` advises against: the dashboard has
    // too many options to declare them twice.
    @OptionGroup
    var watch: WatchCommand

    var subjects: [ServerSubject] { self.watch.subjects }
    var configurationPath: String? { self.watch.configurationPath }

    mutating func use(_ environment: AppEnvironment) throws { try self.watch.use(environment) }

    mutating func use(_ servers: [NamedServer]) throws { try self.watch.use(servers) }

    mutating func useOwnSandbox() throws { try self.watch.useOwnSandbox() }

    func run() async throws {
        try await self.watch.run(startingWith: try self.variant.start())
    }
}

extension VariantCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "server", "env", "sandbox", "config",
            "theme",
        ]
    }

    static var examples: [CommandExample] { Variant.examples }
}

extension WatchVariant {
    static var asCommand: any ParsableCommand.Type { VariantCommand<Self>.self }
}
