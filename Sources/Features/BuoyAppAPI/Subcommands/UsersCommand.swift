package import ArgumentParser
package import BuoyProgramSupport
package import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc

/// Lists the users on a presence channel.
package struct UsersCommand: APICommand {
    package static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the users on a presence channel.",
        usage: "buoy users CHANNEL [OPTIONS]",
        discussion: ExitCodes.text)

    @Argument(
        help: ArgumentHelp("The presence channel name.", valueName: "channel"),
        completion: .serverChannels { ChannelName(wire: $1).kind.hasMembers })
    var channel: String

    @Flag(.json)
    package var printsJSON = false

    @OptionGroup(title: AppArguments.title)
    package var app: AppArguments

    @OptionGroup(title: SecretArguments.title)
    package var secret: SecretArguments

    @OptionGroup(title: RouteArguments.title)
    package var route: RouteArguments

    @OptionGroup(title: RequestArguments.title)
    package var requests: RequestArguments

    package static let changesServer = false

    package init() {}

    package func call(_ api: ChannelsAPI) async throws -> CommandOutput {
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
    package static var commonOptions: [String]? {
        [
            "json", "server", "env", "app-id", "key", "cluster", "host", "port", "no-tls",
            "secret-file",
        ]
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("buoy users presence-lobby -s prod", "the user ids, one per line")
        ]
    }
}
