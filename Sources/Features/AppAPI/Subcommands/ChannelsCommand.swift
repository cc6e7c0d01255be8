package import ArgumentParser
package import ChannelsHTTPAPI
import ChannelsProtocol
import Glibc
package import ProgramSupport
import TextCoding

/// Lists the occupied channels of an app.
package struct ChannelsCommand: APICommand {
    package static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "List the channels that somebody is subscribed to.",
        usage: "buoy channels [PREFIX or PATTERN] [OPTIONS]",
        discussion: """
            A name without * lists the channels that start with it. In a pattern, * is any text and ? \
            any character; put it in quotation marks.

            \(ExitCodes.text)
            """)

    @Argument(
        help: ArgumentHelp("The start of the names, or a pattern.", valueName: "prefix"),
        completion: .serverChannels())
    var pattern: String?

    @Option(
        help: ArgumentHelp(
            """
            What to ask about each channel: user_count, which needs a prefix that starts with \
            presence-, or subscription_count.
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
        let pattern = self.pattern ?? ""
        let prefix = String(pattern.prefix { $0 != "*" && $0 != "?" })
        var channels = try await api.channels(
            prefix: prefix, info: InfoArgument.attributes(self.info))
        if prefix != pattern {
            let wildcard = Wildcard(pattern)
            channels = channels.filter { wildcard.matches($0.name.text) }
        }
        let count = channels.count
        if isatty(STDERR_FILENO) == 1, !self.printsJSON {
            Console.errorLine(
                count == 0
                    ? "No channel is occupied." : "\(count) channel\(count == 1 ? "" : "s")")
        }
        return CommandOutput(
            ChannelTable(channels).text,
            ["channels": .array(channels.map { $0.json() })])
    }
}
