import ArgumentParser
import BuoyProgramSupport
import BuoyScripts
import ChannelsHTTPAPI
import ChannelsProtocol

/// Publishes one event, or several from a file.
struct TriggerCall: APICall {
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Publish an event.",
        usage: """
            buoy trigger CHANNEL[,CHANNEL…] EVENT [DATA] [OPTIONS]
            buoy trigger --to-user ID EVENT [DATA] [OPTIONS]
            buoy trigger --events FILE [OPTIONS]
            """,
        discussion: """
            DATA is sent unchanged. @FILE reads it from a file and - from standard input, without \
            the trailing newline. Write -- before data that starts with a dash.

            --events publishes one event per line, such as \
            {"channel":"orders","event":"paid","data":{"id":7}}, ten per request. Publishing stops \
            at the first failure, and buoy reports which lines were published.

            Nothing is ever published twice. If it is unclear whether the server published an \
            event, buoy says so.

            \(ExitCodes.text)
            """)

    // Only the first word names channels.
    @Argument(
        help: ArgumentHelp("The channels, the event and its data.", valueName: "words"),
        completion: .serverChannels { line, _ in !line.hasArgument(of: "trigger") })
    var words: [String] = []

    @Option(
        name: .customLong("to-user"),
        help: ArgumentHelp("Publish to a signed-in user instead of channels.", valueName: "id"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Do not deliver to the connection with this socket id.", valueName: "socket-id"))
    var exclude: String?

    @Option(
        help: ArgumentHelp(
            """
            The channel attributes to return: user_count, subscription_count. The hosted service \
            counts this as another message.
            """, valueName: "a,b"))
    var info: String?

    @Option(
        help: ArgumentHelp(
            "Publish the events in a JSON Lines file; - is standard input.", valueName: "file"),
        completion: .file())
    var events: String?

    @Option(.encryptionKeyFile) var encryptionKeyFile: String?

    static let changesServer = true

    func validate() throws {
        _ = try InfoArgument.attributes(self.info)
        if self.events != nil {
            let others = [
                ("CHANNEL", !self.words.isEmpty),
                ("--to-user", self.user != nil), ("--exclude", self.exclude != nil),
                ("--info", self.info != nil),
            ].filter(\.1).map(\.0)
            if let other = others.first {
                throw ValidationError(
                    "Use --events or \(other), not both: each line has its own channel and data.")
            }
            return
        }
        if self.user != nil,
            let option = self.info.map({ _ in "--info" })
                ?? self.exclude.map({ _ in "--exclude" })
        {
            throw ValidationError("Use --to-user or \(option), not both.")
        }
        _ = try self.parsedWords()
    }

    /// The words, by their meaning.
    private struct Words {
        var channels: [ChannelName]
        var event: EventName
        var data: String
    }

    private func parsedWords() throws -> Words {
        var words = self.words[...]
        let channels =
            self.user == nil
            ? try (words.popFirst() ?? "").split(separator: ",").map {
                try ChannelArgument.name(String($0))
            } : []
        guard let event = words.popFirst(), self.user != nil || !channels.isEmpty else {
            throw ValidationError(
                self.user == nil
                    ? "Specify the channel and the event: buoy trigger CHANNEL EVENT DATA"
                    : "Specify the event: buoy trigger --to-user ID EVENT DATA")
        }
        let data = words.popFirst()
        if let extra = words.first {
            throw ValidationError(
                "Unexpected argument \(extra): quote data that contains spaces.")
        }
        guard let data else {
            throw ValidationError(
                "The data is missing: add it after the event. @FILE reads a file, - standard input."
            )
        }
        return Words(channels: channels, event: EventName(event), data: data)
    }

    func call(_ api: ChannelsAPI) async throws -> CommandOutput {
        if let file = self.events { return try await EventLinesRun(file).publish(api) }
        let words = try self.parsedWords()
        let data = EventData(try InputText.text(of: words.data, option: "DATA"))
        if let user {
            try await api.send(words.event, to: UserID(user), data: data)
            return CommandOutput(
                "Published \(words.event.text.oneLine()) to user \(user.oneLine()).",
                [
                    "published": true, "event": .string(words.event.text),
                    "user": .string(user),
                ])
        }
        let excluded = try self.exclude.map { try SocketID(checking: $0) }
        let info = try await api.trigger(
            words.event, on: words.channels, data: data, excluding: excluded,
            info: InfoArgument.attributes(self.info))
        return self.output(words, info)
    }

    private func output(_ words: Words, _ info: [ChannelInfo]) -> CommandOutput {
        let names = words.channels.map(\.text).joined(separator: ", ")
        let told = info.isEmpty ? "" : "\n" + ChannelTable(info).text
        let answered = Dictionary(info.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let channels = words.channels.map { (answered[$0] ?? ChannelInfo(name: $0)).json() }
        return CommandOutput(
            "Published \(words.event.text.oneLine()) on \(names).\(told)",
            [
                "published": true, "event": .string(words.event.text),
                "channels": .array(channels),
            ])
    }

    static let ownCommonOptions = ["to-user", "exclude", "events"]

    static var examples: [CommandExample] {
        [
            CommandExample("buoy trigger orders paid '{\"id\":7}' -s prod", "publish an event"),
            CommandExample("buoy trigger orders paid @data.json", "with data from a file"),
            CommandExample("buoy trigger --events events.jsonl", "one event per line"),
        ]
    }
}
