import ArgumentParser
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport

enum HelpPage {
    static func text(of arguments: ProgramArguments) -> String {
        let isWhole = arguments.wantsWholeHelp
        guard let command = arguments.subcommand, command != WatchCommand.self else {
            return isWhole ? Self.whole : Self.short
        }
        return Self.help("buoy \(arguments.commandName)", command)?.text(all: isWhole) ?? ""
    }

    private static func help(_ path: String, _ command: any ParsableCommand.Type) -> HelpText? {
        CommandDescription(dump: command._dumpHelp()).map {
            HelpText(path, $0.withDefault, of: command.helpType)
        }
    }

    private static var short: String {
        let width = (Buoy.listedCommandNames.map(\.count).max() ?? 0) + 2
        let groups = SubcommandGroup.allCases.map { group in
            HelpText.commands(
                group.rawValue,
                Buoy.subcommands(of: group).map { ($0._commandName, $0.configuration.abstract) },
                width: width)
        }
        return """
            \(Buoy.configuration.abstract)

            USAGE
              buoy [SERVER...] [OPTIONS]
              buoy COMMAND [ARGUMENTS] [OPTIONS]

            \(groups.joined())
            \(HelpText.exampleSection(WatchCommand.examples).joined())
            buoy --help-all shows all options; buoy COMMAND --help explains a command.
            """
    }

    private static var whole: String {
        Self.help("buoy", WatchCommand.self)?.text(all: true) ?? ""
    }
}

extension ParsableCommand {
    fileprivate static var helpType: any ParsableCommand.Type {
        self.configuration.defaultSubcommand ?? self
    }
}

/// The program as shells complete it: the options of the default command are the program's own. It
/// is never run.
///
/// It has the groups of `WatchCommand`, and a test compares them. It cannot have that command as a
/// group: completion takes a subcommand for one of the words that the command accepts.
struct CompletionRoot: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "buoy", abstract: Buoy.configuration.abstract, version: Version.report,
        subcommands: Buoy.configuration.subcommands.filter { $0 != WatchCommand.self })

    @OptionGroup var server: ServerArguments
    @OptionGroup var subscribing: SubscribingArguments
    @OptionGroup var identity: IdentityArguments
    @OptionGroup var app: AppIDArguments
    @OptionGroup var route: RouteArguments
    @OptionGroup var reconnection: ReconnectionArguments
    @OptionGroup var timing: TimingArguments
    @OptionGroup var dashboard: DashboardArguments
    @OptionGroup var configurationFile: ConfigurationArguments
    @OptionGroup var appearance: AppearanceArguments
    @OptionGroup var features: FeatureArguments

    @Option(
        name: .customLong(CompletionScript.serverOption), help: .hidden,
        completion: ServerArguments.completion)
    var serverWord: String?

    @Option(
        name: .customLong(CompletionScript.commandOption), help: .hidden,
        completion: .values(CompletionScript.commands))
    var commandWord: String?
}
