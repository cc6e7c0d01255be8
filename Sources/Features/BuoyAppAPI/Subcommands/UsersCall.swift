import ArgumentParser
import BuoyProgramSupport
import ChannelsHTTPAPI
import ChannelsProtocol

/// Lists the users on a presence channel.
struct UsersCall: APICall {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the users on a presence channel.",
        usage: "buoy users CHANNEL [OPTIONS]",
        discussion: ExitCodes.text)

    @Argument(
        help: ArgumentHelp("The presence channel name.", valueName: "channel"),
        completion: .serverChannels { ChannelName(wire: $1).kind.hasMembers })
    var channel: String

    static let changesServer = false

    func call(_ api: ChannelsAPI) async throws -> CommandOutput {
        let channel = try ChannelArgument.name(self.channel)
        let users = try await api.users(of: channel).sorted()
        // Ids are printed in a way that keeps each on one line.
        return CommandOutput(
            users.map { $0.text.oneLine(limit: 200) }.joined(separator: "\n"),
            [
                "channel": .string(channel.text),
                "users": .array(users.map { .string($0.text) }),
            ], note: users.isEmpty ? "No users on \(channel.text)." : nil)
    }

    static let ownCommonOptions: [String] = []

    static var examples: [CommandExample] {
        [
            CommandExample("buoy users presence-lobby -s prod", "the user ids, one per line")
        ]
    }
}
