internal import ArgumentParser
internal import Channels
internal import Glibc

/// The program: reads its arguments, runs the command they name, and ends with the exit code that
/// tells how it went.
@main
struct Buoy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "buoy",
        abstract: "Watches Pusher Channels live, in a terminal.",
        version: Version.text,
        subcommands: [
            WatchCommand.self, SandboxCommand.self, KeysCommand.self, ThemesCommand.self,
            ConfigCommand.self, InfoCommand.self,
        ],
        defaultSubcommand: WatchCommand.self
    )

    static func main() async {
        // A pipe whose reader has gone is an error of `write`, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try Self.parseAsRoot(Self.arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let code as ExitCode {
            Glibc.exit(code.rawValue)
        } catch let failure as ProgramFailure {
            Console.error("buoy: \(failure.message)")
            Glibc.exit(failure.code.rawValue)
        } catch {
            Self.leave(with: error)
        }
    }

    /// The arguments of the process. Who asks for help without naming a command gets that of the
    /// one that runs without being named.
    private static var arguments: [String] {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let asksForHelp = ["--help", "-h", "help"].contains(arguments.first)
        return asksForHelp && arguments.count == 1
            ? ["watch", "--help"] : arguments
    }

    /// Ends with what the argument parser has to say: help and version are asked for and go to
    /// standard output; the rest is wrong usage.
    private static func leave(with error: any Error) -> Never {
        let message = Self.fullMessage(for: error)
        guard Self.exitCode(for: error).isSuccess else {
            Console.error(message)
            Glibc.exit(ProgramExit.usage.rawValue)
        }
        Console.print(message)
        Glibc.exit(ProgramExit.ok.rawValue)
    }
}
