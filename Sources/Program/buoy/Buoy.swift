import ArgumentParser
import BuoyCommands
import BuoyCursesTerminal
import BuoyDashboardRuntime
import BuoyFeatureList
import BuoyProgramSupport
import BuoyScripts
import BuoySessions
import BuoyTextScreen
import Channels
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import Glibc

struct Buoy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "buoy",
        abstract: "Watch Pusher Channels live in a terminal.",
        version: Version.report,
        subcommands: [WatchCommand.self] + SubcommandGroup.allCases.flatMap(Self.subcommands)
            + [ManualCommand.self],
        defaultSubcommand: WatchCommand.self
    )

    static var commandNames: [String] {
        self.configuration.subcommands.map { $0._commandName } + ["help"]
    }

    static var listedCommandNames: [String] {
        self.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .map { $0._commandName } + ["help"]
    }

    static func subcommands(of group: SubcommandGroup) -> [any ParsableCommand.Type] {
        let own: [any ParsableCommand.Type] =
            switch group {
            case .watch:
                [
                    TailCommand.self, OnceCommand.self, CheckCommand.self, CompareCommand.self,
                ]
            case .servers: [SandboxCommand.self, AuthServerCommand.self]
            case .settings: [ServerCommand.self, ConfigCommand.self, InfoCommand.self]
            case .api, .recordings, .teaching, .push: []
            }
        let added = features.compactMap { $0 as? any SubcommandFeature.Type }
            .filter { $0.subcommandGroup == group }.flatMap { $0.subcommands }
        let variants = features.compactMap { $0 as? any WatchFeature.Type }
            .flatMap { $0.watchVariants }.filter { $0.group == group }
        return own + added + variants.map { $0.asCommand }
    }

    static func main() async {
        StandardStreams.open()
        // Writing to a closed pipe, or beyond the limit on file sizes, is an error of `write` and
        // does not end the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        ThreadStacks.keepUsable()
        guard CommandLine.arguments.count <= Self.mostArguments else {
            Self.leave(with: Self.tooManyArguments)
        }
        let arguments = Self.arguments
        if arguments.usesASCII { Console.useASCII() }
        await ProgramParts.$current.withValue(Self.parts) { await Self.run(arguments) }
    }

    /// The parser takes time that grows with the square of their number.
    private static let mostArguments = 2000

    private static var tooManyArguments: ProgramFailure {
        ProgramFailure(
            .usage,
            "More than \(Self.mostArguments - 1) arguments: read channels from a file with "
                + "--channels-file, or write them with commas between, as in --subscribe a,b.")
    }

    private static var parts: ProgramParts {
        ProgramParts(features, .whole, commandNames: Self.commandNames)
    }

    private static func run(_ arguments: ProgramArguments) async {
        do {
            var command = try Self.command(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let code as ExitCode {
            Glibc.exit(code.rawValue)
        } catch let failure as ProgramFailure {
            Self.leave(with: failure)
        } catch let failure as Console.Failure {
            Self.leave(with: failure)
        } catch {
            Self.leave(with: error)
        }
    }

    static func leave(with failure: ProgramFailure) -> Never {
        if !failure.isInJSON { Self.tellJSON(failure.message, failure.code) }
        Console.error("buoy: \(failure.message)")
        Glibc.exit(failure.code.rawValue)
    }

    /// Prints the error as JSON if JSON output was requested.
    private static func tellJSON(_ message: String, _ code: ProgramExit) {
        let arguments = Self.arguments
        guard arguments.wantsJSON, let command = arguments.subcommand,
            CommandDescription.options(dump: command._dumpHelp()).contains("--json")
        else { return }
        let now = SystemTime().now()
        var writer = SafeJSONWriter()
        writer.object { writer in
            writer.key("v")
            writer.integer(1)
            writer.key("time")
            writer.string(String(decoding: UTCTime.bytes(of: now, isExact: true), as: UTF8.self))
            writer.key("clock_ns")
            writer.integer(Int(now.monotonicNanoseconds))
            writer.key("kind")
            writer.string("command_failed")
            writer.key("error")
            writer.object { writer in
                writer.key("message")
                writer.string(message)
                writer.key("exit_code")
                writer.integer(Int(code.rawValue))
            }
        }
        Console.printLast(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// A reader that closed the pipe has read what it wanted.
    private static func leave(with failure: Console.Failure) -> Never {
        switch failure {
        case .readerGone: Glibc.exit(ProgramExit.ok.rawValue)
        case .refused(let reason): Self.leave(with: ProgramFailure.noOutput(reason))
        }
    }

    private static var arguments: ProgramArguments {
        ProgramArguments(
            Array(CommandLine.arguments.dropFirst()), environment: Environment.current)
    }

    private static func command(_ arguments: ProgramArguments) throws -> any ParsableCommand {
        guard !arguments.wantsCompletion else {
            return try CompletionSource.$current.withValue(Self.completionSource) {
                try CompletionRoot.parseAsRoot(arguments.all)
            }
        }
        if let word = arguments.unknownHelpWord {
            throw ValidationError(
                Suggestion.unknown(
                    "command", word, among: Self.listedCommandNames,
                    advice: "buoy --help lists them"))
        }
        if let variable = arguments.emptyVariable {
            throw ValidationError("\(variable.name) is empty: set it, or remove it.")
        }
        let command = try arguments.parsed()
        guard let choosing = command as? any ServerChoosing else { return command }
        return try ServerLookup(for: choosing).completed()
    }

    private static var completionSource: CompletionSource {
        CompletionSource(
            servers: { path in
                let loader = ConfigurationLoader(
                    environment: Environment.current, configuration: path)
                let file = try? ConfigurationFile.read(
                    loader.paths, themes: loader.themes, for: loader.subject)
                return file?.servers ?? []
            }, sandboxChannels: SandboxCommand.channelValues)
    }

    /// Help and version go to standard output; everything else is wrong usage.
    private static func leave(with error: any Error) -> Never {
        let arguments = Self.arguments
        guard Self.exitCode(for: error).isSuccess else {
            let words = Self.words(for: error, arguments)
            Self.tellJSON(words, .usage)
            let lines =
                ["buoy: \(words)"]
                + arguments.origins(of: Self.message(for: error))
                + ["See \(arguments.helpCommand)."]
            Console.error(lines.joined(separator: "\n"))
            Glibc.exit(ProgramExit.usage.rawValue)
        }
        do throws(Console.Failure) {
            guard !arguments.wantsCompletion else {
                try Console.print(CompletionScript.answer(to: error, arguments))
                Glibc.exit(ProgramExit.ok.rawValue)
            }
            let message = Self.fullMessage(for: error)
            let isHelp = message.hasPrefix("OVERVIEW: ")
            try Console.print(isHelp ? HelpPage.text(of: arguments) : message)
        } catch {
            Self.leave(with: error)
        }
        Glibc.exit(ProgramExit.ok.rawValue)
    }

    private static func words(for error: any Error, _ arguments: ProgramArguments) -> String {
        let message = Self.message(for: error)
        let command = arguments.subcommand ?? WatchCommand.self
        let known = CommandDescription.options(dump: command._dumpHelp())
        let named = message.firstMatch(of: /Unknown option '(-[^' ]*)/).map { String($0.1) }
        if let option = named ?? arguments.unknownOption(among: known) {
            return Suggestion.unknown("option", option, among: known.sorted(), listing: 0)
        }
        guard Self.parserWords.contains(where: message.hasPrefix) else { return message }
        return message.replacing(/'([^']*)'/) { "\"\($0.1)\"" }
    }

    private static let parserWords = ["Missing ", "The value ", "Unexpected ", "2 unexpected "]
}
