package import ArgumentParser
package import ChannelsHTTPAPI
import ChannelsProtocol
package import ProgramSupport

/// Prints what the server knows about a channel.
package struct ChannelCommand: APICommand {
    package static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "Show what the server knows about a channel.",
        usage: "buoy channel NAME [OPTIONS]",
        discussion: ExitCodes.text)

    @Argument(
        help: ArgumentHelp("The name of the channel.", valueName: "name"),
        completion: .serverChannels())
    var name: String

    @Option(
        help: ArgumentHelp(
            """
            What to ask: user_count (presence channels), cache (cache channels), subscription_count. \
            By default, what the kind of channel has.
            """, valueName: "a,b"))
    var info: String?

    @Flag(name: .customLong("json"), help: "Print JSON.")
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

    package func validate() throws { _ = try InfoArgument.attributes(self.info) }

    package func call(_ api: ChannelsAPI) async throws -> CommandOutput {
        let name = try ChannelArgument.name(self.name)
        var attributes = try InfoArgument.attributes(self.info)
        if self.info == nil {
            if name.kind.hasMembers { attributes.insert(.userCount) }
            if name.kind.isCache { attributes.insert(.cache) }
        }
        let info = try await api.channel(name, info: attributes)
        return CommandOutput(
            FigureTable(Self.rows(info, attributes)).text, info.json(withOccupied: true))
    }

    /// The words of the prefix: `presence-cache`.
    private static func words(_ kind: ChannelKind) -> String {
        kind == .public ? "public" : String(kind.prefix.dropLast())
    }

    private static func rows(
        _ info: ChannelInfo, _ asked: Set<ChannelAttribute>
    ) -> [(name: String, value: String)] {
        var rows = [
            (name: "channel", value: info.name.text),
            (name: "kind", value: Self.words(info.name.kind)),
            (name: "occupied", value: info.isOccupied ? "yes" : "no"),
        ]
        if let count = info.userCount { rows.append(("users", "\(count)")) }
        if let count = info.subscriptionCount { rows.append(("subscriptions", "\(count)")) }
        guard asked.contains(.cache) else { return rows }
        rows.append(("last event", info.cache?.data.text ?? "none"))
        if let time = info.cache?.timeToLive {
            rows.append(("kept for", "\(time.components.seconds) s"))
        }
        return rows
    }
}

/// A channel name in the arguments.
enum ChannelArgument {
    /// - Throws: `ValidationError` that says what is wrong with it.
    static func name(_ text: String) throws -> ChannelName {
        do { return try ChannelName(text) } catch { throw ValidationError("\(error)") }
    }
}
