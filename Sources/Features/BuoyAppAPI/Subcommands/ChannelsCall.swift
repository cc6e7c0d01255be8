import ArgumentParser
import BuoyProgramSupport
import ChannelsBasics
import ChannelsHTTPAPI
import ChannelsProtocol

/// Lists the occupied channels of an app, or shows one of them.
struct ChannelsCall: APICall {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "List occupied channels or show one channel.",
        usage: """
            buoy channels [PATTERN] [OPTIONS]
            buoy channels NAME [OPTIONS]
            """,
        discussion: """
            A pattern with * or ? lists the matching channels; quote it, as in 'presence-*'. A \
            name shows that channel, occupied or not.

            \(ExitCodes.text)
            """)

    @Argument(
        help: ArgumentHelp("A channel name or a pattern, such as 'presence-*'.", valueName: "name"),
        completion: .serverChannels())
    var pattern: String?

    @Option(
        help: ArgumentHelp(
            """
            The attributes to return: subscription_count, user_count (presence channels; a pattern \
            must start with presence-), cache (a single cache channel). For a single channel, the \
            default is every attribute of its kind.
            """, valueName: "a,b"))
    var info: String?

    static let changesServer = false

    func validate() throws {
        _ = try InfoArgument.attributes(self.info)
        guard let pattern, ChannelKind(prefixOf: pattern).prefix == pattern, !pattern.isEmpty else {
            return
        }
        throw ValidationError(
            "\(pattern) is the start of a name, not a channel: type '\(pattern)*' to list the "
                + "channels.")
    }

    func call(_ api: ChannelsAPI) async throws -> CommandOutput {
        let pattern = self.pattern ?? ""
        if !pattern.isEmpty, !pattern.contains(where: { $0 == "*" || $0 == "?" }) {
            return try await OneChannel(ChannelArgument.name(pattern), asked: self.info).ask(api)
        }
        let prefix = String(pattern.prefix { $0 != "*" && $0 != "?" })
        var channels = try await api.channels(
            prefix: prefix, info: InfoArgument.attributes(self.info))
        if prefix != pattern {
            let wildcard = Wildcard(pattern)
            channels = channels.filter { wildcard.matches($0.name.text) }
        }
        let count = channels.count
        return CommandOutput(
            ChannelTable(channels).text, ["channels": .array(channels.map { $0.json() })],
            note: count == 0 ? "No occupied channels." : "\(count) channel\(count == 1 ? "" : "s")")
    }

    static let ownCommonOptions = ["info"]

    static var examples: [CommandExample] {
        [
            CommandExample("buoy channels -s prod", "the occupied channels"),
            CommandExample(
                "buoy channels 'presence-*' --info user_count", "with user counts"),
            CommandExample("buoy channels presence-lobby", "one channel"),
        ]
    }
}
