import ArgumentParser
import BuoyProgramSupport
import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc

/// Lists the users on a presence channel.
struct UsersCommand: APICommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the users on a presence channel.",
        usage: "buoy users CHANNEL [OPTIONS]",
        discussion: ExitCodes.text)

    @Argument(
        help: ArgumentHelp("The presence channel name.", valueName: "channel"),
        completion: .serverChannels { ChannelName(wire: $1).kind.hasMembers })
    var channel: String

    @Flag(.json)
    var printsJSON = false

    @OptionGroup(title: AppArguments.title)
    var app: AppArguments

    @OptionGroup(title: SecretArguments.title)
    var secret: SecretArguments

    @OptionGroup(title: RouteArguments.title)
    var route: RouteArguments

    @OptionGroup(title: RequestArguments.title)
    var requests: RequestArguments

    static let changesServer = false

    init() {}

    func call(_ api: ChannelsAPI) async throws -> CommandOutput {
        let channel = try ChannelArgument.name(self.channel)
        let users = try await api.users(of: channel).sorted()
        if users.isEmpty, isatty(STDERR_FILENO) == 1, !self.printsJSON {
            Console.errorLine("No users on \(channel.text).")
        }
        // Ids are printed in a way that keeps each on one line.
        return CommandOutput(
            users.map { $0.text.oneLine(limit: 200) }.joined(separator: "\n"),
            [
                "channel": .string(channel.text),
                "users": .array(users.map { .string($0.text) }),
            ])
    }
}

extension UsersCommand: HelpedCommand {
    static var commonOptions: [String]? {
        [
            "json", "server", "env", "app-id", "key", "cluster", "host", "port", "no-tls",
            "secret-file",
        ]
    }

    static var examples: [CommandExample] {
        [
            CommandExample("buoy users presence-lobby -s prod", "the user ids, one per line")
        ]
    }
}
