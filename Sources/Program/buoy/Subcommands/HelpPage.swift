import ArgumentParser
import DashboardRuntime
import FeatureList
import ProgramSupport

/// The help of the program and of its commands.
enum HelpPage {
    /// - Parameter command: `nil` for the help of the program.
    static func text(of command: (any ParsableCommand.Type)?) -> String {
        let page = Buoy.helpMessage(for: command ?? WatchCommand.self)
        guard let command, command != WatchCommand.self else { return Self.withCommands(page) }
        guard let appending = command as? any HelpAppending.Type else { return page }
        return page + "\n" + appending.appendix
    }

    /// Inserts the commands between usage and options.
    private static func withCommands(_ page: String) -> String {
        let commands = Buoy.configuration.subcommands.filter {
            $0 != WatchCommand.self && $0.configuration.shouldDisplay
        }
        let width = (commands.map { $0._commandName.count }.max() ?? 0) + 4
        let rows = commands.map { command in
            let name = "  " + command._commandName
            let gap = String(repeating: " ", count: max(width - name.count, 1))
            return name + gap + command.configuration.abstract
        }
        let section = "COMMANDS:\n" + rows.joined(separator: "\n") + "\n\n"
        guard let options = page.firstRange(of: "SERVER:\n") else { return page + section }
        return page[..<options.lowerBound] + section + page[options.lowerBound...]
    }
}

/// The program as shells complete it: the options of the default command are the program's own. It
/// is never run.
///
/// It has the groups of `WatchCommand`, and a test compares them. It cannot have that command as a
/// group: completion takes a subcommand for one of the words that the command accepts.
struct CompletionRoot: ConnectingCommand {
    static let configuration = CommandConfiguration(
        commandName: "buoy", abstract: Buoy.configuration.abstract, version: Version.report,
        subcommands: Buoy.configuration.subcommands.filter { $0 != WatchCommand.self })

    @OptionGroup var server: ServerArguments
    @OptionGroup var identity: IdentityArguments
    @OptionGroup var route: RouteArguments
    @OptionGroup var reconnection: ReconnectionArguments
    @OptionGroup var timing: TimingArguments
    @OptionGroup var dashboard: DashboardArguments
    @OptionGroup var appearance: AppearanceArguments
    @OptionGroup var lines: LinesArguments
    @OptionGroup var sentences: SentencesArguments
    @OptionGroup var features: FeatureArguments

    /// The words that the program accepts in the place of a command.
    @Option(
        name: .customLong(CompletionScript.serverOption), help: .hidden,
        completion: ServerArguments.completion)
    var serverWord: String?

    /// The words after `buoy help`.
    @Option(
        name: .customLong(CompletionScript.commandOption), help: .hidden,
        completion: .values(CompletionScript.commands))
    var commandWord: String?
}
