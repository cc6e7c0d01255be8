/// What buoy reads from others, and how much of it. A bound is written as the constant that
/// enforces it, `{DotenvFile.largest}`, so that the document has the value in force.
struct LimitRow {
    /// What comes from outside.
    let input: String
    let bound: String
    /// What happens one past the bound.
    let then: String
    /// A test that drives it there: its file and function.
    let test: String
    /// The options that it is about: by the names of their values in `docs/cli.md`.
    var values: [String] = []
}

enum LimitTable {
    static let sections: [(title: String, rows: [LimitRow])] = [
        ("Options", Self.options), ("Files", Self.files),
        ("Terminal", Self.terminal), ("Prompts and lists", Self.prompts),
        ("WebSocket and Channels messages", Self.messages),
        ("HTTP, both ways", Self.http), ("Memory of a client", Self.client),
        ("Memory of the dashboard", Self.dashboard), ("Servers of buoy", Self.servers),
        ("Output", Self.output),
    ]

    private static let options = [
        LimitRow(
            input: "arguments", bound: "{Buoy.mostArguments} words", then: "exit 2 at once",
            test: "ChannelsFileTests.manyArguments"),
        LimitRow(
            input: "times: `5s`, `2m`, `1d`", bound: "0 to 365 days, less where the option says",
            then: "exit 2, with the range", test: "TypedTimeTests.range",
            values: ["time", "days", "seconds"]),
        LimitRow(
            input: "numbers and ports", bound: "the range of each option",
            then: "exit 2, with the range", test: "OptionRangeTests.numbers",
            values: ["number", "count", "port", "rate", "seed", "address:port"]),
        LimitRow(
            input: "words from a list", bound: "the list",
            then: "exit 2, with the list and the nearest word",
            test: "CommandLineTests.unknownNames",
            values: [
                "theme", "policies", "pattern", "level", "kinds", "format", "colours",
                "GET or POST", "how", "fault", "cluster", "key=@file",
            ]),
        LimitRow(
            input: "text, ids, names, URLs, JSON",
            bound: "what the kernel takes for an argument (128 KiB), then the rules of the name",
            then: "exit 2, with the rule", test: "CommandLineTests.unknownNames",
            values: [
                "name", "url", "id", "key", "json", "text", "field", "a,b", "template",
                "socket-id", "signature", "server", "folder", "secret", "script", "query", "origin",
                "name=value", "key=value", "host", "filter", "command", "a.b,c", "a,b,…",
            ]),
    ]

    private static let files = [
        LimitRow(
            input: "any file of the user's: a pipe, a device, a folder, a silent file system",
            bound: "regular files, read while the file system answers within a second",
            then: "a sentence with the reason", test: "UserFileTests.special",
            values: ["file", "path"]),
        LimitRow(
            input: "configuration, theme, act, fault script, key script, cases of `conform`",
            bound: "{FileText.largest}, UTF-8", then: "a sentence", test: "FileTextTests.contents"),
        LimitRow(
            input: "nesting in TOML", bound: "{TOMLReader.deepest} levels",
            then: "a mistake with its line",
            test: "TOMLHostileTests.nesting"),
        LimitRow(
            input: "a `.env` file, with what its references expand to",
            bound: "{DotenvFile.largest}",
            then: "a mistake with its line; nothing connects", test: "DotenvFileTests.total"),
        LimitRow(
            input: "a value in it", bound: "{DotenvFile.largestValue}",
            then: "a mistake with its line", test: "DotenvFileTests.largest"),
        LimitRow(
            input: "certificates and keys", bound: "{PEMFile.sizeLimit}",
            then: "a sentence; OpenSSL never gets a path", test: "ClientCertificateTests.pipes"),
        LimitRow(
            input: "secrets", bound: "{SecretFile.sizeLimit} bytes, mode 0600",
            then: "exit 2", test: "CommandLineTests.openSecretFile"),
        LimitRow(
            input: "`--channels-file`",
            bound: "{ChannelsFileArguments.sizeLimit}; a name has the limits below",
            then: "exit 2, with the line", test: "ChannelsFileTests.badName"),
        LimitRow(
            input: "`@FILE` and standard input of the API commands", bound: "{InputText.sizeLimit}",
            then: "exit 2", test: "UserFileTests.growing"),
        LimitRow(
            input: "HAR", bound: "{HARFile.sizeLimit}; a message {HARClient.messageLimit}",
            then: "exit 2; a longer message ends its connection", test: "HARFileTests.files"),
        LimitRow(
            input: "a recording", bound: "none: it is read in parts", then: "",
            test: "RecordingPaneTests.wholeSession"),
        LimitRow(
            input: "a line in it", bound: "{RecordingLine.sizeLimit}",
            then: "skipped, counted and told", test: "LongLineTests.longLine"),
        LimitRow(
            input: "numbers in it",
            bound: "{RecordingDecoder.sizeLimit} bytes; sums stop at the largest Int",
            then: "read as the largest", test: "RecordingFuzzTests.sums"),
        LimitRow(
            input: "an act", bound: "{StageAct.cueLimit} cues of {StageAct.stepLimit} steps",
            then: "a mistake with its line", test: "StageFileTests.mutated"),
        LimitRow(
            input: "saved settings", bound: "{FileText.largest}; {StateFile.serverLimit} servers",
            then: "set aside; the one unused for longest goes", test: "StateFileTests.serverLimit"),
        LimitRow(
            input: "state of `buoy push`", bound: "{PushStateFile.sizeLimit}",
            then: "exit 2; only a file of buoy's is ever set aside",
            test: "PushStateTests.readingOnly"),
        LimitRow(
            input: "recorded webhooks", bound: "{WebhookFile.sizeLimit}", then: "exit 2",
            test: "UserFileTests.limit"),
    ]

    private static let terminal = [
        LimitRow(
            input: "a paste", bound: "what a prompt takes, and a byte", then: "cut, and told",
            test: "InputDecoderTests.longPaste"),
        LimitRow(
            input: "a terminal's response", bound: "{InputDecoder.longestAnswer} bytes",
            then: "the rest is dropped", test: "TerminalAnswerTests.long"),
        LimitRow(
            input: "keys before a frame", bound: "{Terminal.mostBytes} bytes",
            then: "the rest waits for the next frame", test: "InputDecoderTests.longPaste"),
        LimitRow(
            input: "the size of the terminal",
            bound: "{CursesStart.mostColumns} columns and {CursesStart.mostRows} rows",
            then: "the rest stays blank", test: "RectTests.screenSizes"),
        LimitRow(
            input: "`ESCDELAY`", bound: "the range of `escape-delay`", then: "the nearest",
            test: "EscapeDelayTests.delay"),
        LimitRow(
            input: "keys that wait", bound: "{KeyQueue.limit} keys or pasted bytes",
            then: "the rest waits in the terminal; Ctrl-C overtakes a flood",
            test: "KeyQueueTests.limit"),
        LimitRow(
            input: "the clipboard", bound: "56,244 bytes, which terminals take as base64",
            then: "refused, with the size", test: "ClipboardTests.limit"),
    ]

    private static let prompts = [
        LimitRow(
            input: "a prompt", bound: "{TextField.byteLimit} bytes",
            then: "no more is taken, which the prompt says", test: "PromptTests.limit"),
        LimitRow(
            input: "its history",
            bound: "{DashboardSettings.promptHistoryLimit} lines of "
                + "{DashboardSettings.promptLineByteLimit} bytes",
            then: "the oldest goes", test: "StateFileTests.history"),
        LimitRow(
            input: "a filter",
            bound: "{EventFilter.sourceLimit} characters, {FilterParser.termLimit} terms, "
                + "{FilterParser.nestingLimit} levels",
            then: "refused in the prompt", test: "FilterErrorTests.bounds"),
        LimitRow(
            input: "a regular expression in it",
            bound: "{ExpressionProgram.sizeLimit} states, "
                + "{ExpressionParser.repetitionLimit} repetitions",
            then: "refused in the prompt; without a table it is slower",
            test: "FilterExpressionTests.withoutTable"),
        LimitRow(
            input: "undo", bound: "{DashboardState.undoLimit} steps", then: "the oldest goes",
            test: "UndoTests.unbinding"),
    ]

    private static let messages = [
        LimitRow(
            input: "a message", bound: "1 MiB, 1024 fragments", then: "closed with 1009",
            test: "WebSocketDecoderTests.fragmentsShareTheLimit"),
        LimitRow(
            input: "a frame's length", bound: "the same, from its header",
            then: "closed with 1009 before it is read",
            test: "WebSocketDecoderTests.claimedLengthIsRefused"),
        LimitRow(
            input: "messages that nobody has read", bound: "1 MiB", then: "TCP slows the server",
            test: "NIOServerTests.firstFramesPause"),
        LimitRow(
            input: "messages that the server does not read",
            bound: "4 MiB; what is sent at once may be more",
            then: "an error, and sending works later",
            test: "NIOWebSocketConnectionTests.sendQueueIsBounded"),
        LimitRow(
            input: "nesting in JSON", bound: "{JSONValue.depthLimit} levels",
            then: "a malformed message",
            test: "JSONTests.depth"),
        LimitRow(
            input: "numbers of a server: codes, times, counts",
            bound: "checked sums; Double's range",
            then: "the nearest that can be had", test: "JSONTests.doubles"),
        LimitRow(
            input: "a channel or event name",
            bound: "{ChannelName.lengthLimit} characters; longer ones of a server are shown",
            then: "refused before it is sent", test: "LimitTests.names"),
        LimitRow(
            input: "a client event's data", bound: "{InvalidClientEvent.dataLimit} bytes",
            then: "refused before it is sent", test: "LimitTests.data"),
        LimitRow(
            input: "client events that wait for the rate limit",
            bound: "{ClientEventQueue.capacity}",
            then: "refused", test: "ClientReportTests.anySecond"),
        LimitRow(
            input: "members of a presence channel", bound: "{PresenceMembers.limit}",
            then: "told once, and not kept", test: "OddEventTests.tooManyMembers"),
        LimitRow(
            input: "a watchlist of users online", bound: "{OnlineUsers.limit}", then: "not kept",
            test: "SignInErrorTests.watchlistLimit"),
        LimitRow(
            input: "encrypted events that wait for a key",
            bound: "{EncryptedChannelStateMachine.waitingLimit} events, "
                + "{EncryptedChannelStateMachine.waitingByteLimit}",
            then: "given up, and told", test: "EncryptedChannelsLimitsTests.countLimit"),
        LimitRow(
            input: "free text of a server: errors, reasons, responses",
            bound: "{SecretMask.longestText}; a quoted frame {ReceivedFrame.frameLimit} bytes",
            then: "cut, with secrets masked", test: "PeerTextTests.long"),
    ]

    private static let http = [
        LimitRow(
            input: "a head", bound: "16 KiB, 100 fields, 8 KiB a line",
            then: "a failure; a server responds with 431", test: "HTTPParserTests.headIsLimited"),
        LimitRow(
            input: "interim responses", bound: "{HTTPResponseParser.interimLimit}",
            then: "a failure",
            test: "HTTPParserTests.headIsLimited"),
        LimitRow(
            input: "a chunk's line", bound: "{HTTPBodyDecoder.chunkLineLimit} bytes",
            then: "a failure",
            test: "HTTPParserTests.headIsLimited"),
        LimitRow(
            input: "an authorization endpoint's response", bound: "{AuthExchange.bodyLimit}",
            then: "refused, with the size", test: "HTTPParserTests.announcedBodyIsLimited"),
        LimitRow(
            input: "its time", bound: "{AuthRequestSource.timeLimit}",
            then: "tried again, then refused",
            test: "AuthRequestTests.badTimeLimit"),
        LimitRow(
            input: "cookies", bound: "{CookieJar.limit}", then: "the oldest goes",
            test: "CookieJarTests.answers"),
        LimitRow(
            input: "a program that responds in its place",
            bound: "{ChannelAuthorizer.programLimit}",
            then: "ended, with its children", test: "AuthRequestTests.programHangs"),
        LimitRow(
            input: "a response of the HTTP API", bound: "{ChannelsAPI.bodyLimit}",
            then: "a failure",
            test: "HTTPParserTests.announcedBodyIsLimited"),
        LimitRow(
            input: "Retry-After", bound: "{AuthorizationAttempts.longestWait}",
            then: "told, and not waited for",
            test: "AuthRetryTests.retryAfterHeader"),
        LimitRow(
            input: "a response of the push service", bound: "{PushExchange.bodyLimit}",
            then: "a failure",
            test: "HTTPParserTests.announcedBodyIsLimited"),
        LimitRow(
            input: "a response of a proxy", bound: "the limits of a head",
            then: "a failure of the proxy",
            test: "ProxyDialogueTests.connectRubbish"),
    ]

    private static let client = [
        LimitRow(
            input: "events that a reader has not taken",
            bound: "a million events, {ReaderBudget.limit} of all readers",
            then: "the oldest are skipped and counted", test: "ReaderBudgetTests.limit"),
        LimitRow(
            input: "the same with `pausingReading(at:)`",
            bound: "half of its limits, then one burst a second", then: "the server waits",
            test: "PausedReadingTests.paused"),
        LimitRow(
            input: "authorizations at a time", bound: "{Subscriptions.authorizationLimit}",
            then: "they wait",
            test: "EncryptedChannelsLimitsTests.requestLimit"),
        LimitRow(
            input: "values of a metric's label", bound: "{BoundedLabels.standardLimit}",
            then: "the rest shares one", test: "BoundedLabelTests.rest"),
    ]

    private static let dashboard = [
        LimitRow(
            input: "Events", bound: "50,000 events, 64 MiB", then: "the oldest go",
            test: "EventRingTests.limits"),
        LimitRow(
            input: "members of an event that is kept", bound: "{ClientReport.memberLimit}",
            then: "the number is kept", test: "EventPackingTests.longList"),
        LimitRow(
            input: "names of events that are counted", bound: "{DashboardState.eventNameLimit}",
            then: "counted together", test: "InspectorPaneTests.manyNames"),
        LimitRow(
            input: "the connection log",
            bound: "{ConnectionLog.limit} rows, {ConnectionLog.byteLimit}",
            then: "the oldest go", test: "LogNoteTests.limits"),
        LimitRow(
            input: "frames", bound: "{FrameRows.limit} rows, {FrameRows.byteLimit}",
            then: "the oldest go",
            test: "FramesPaneTests.boundedFrames"),
        LimitRow(
            input: "gaps", bound: "{GapLedger.limit}", then: "the oldest go",
            test: "GapLedgerTests.silence"),
        LimitRow(
            input: "the tree of an event's data", bound: "{JSONTree.rowLimit} rows",
            then: "the rest is counted", test: "InspectorTreeTests.manyElements"),
        LimitRow(
            input: "two servers that are compared",
            bound: "{ServerComparison.limit} events that wait",
            then: "not compared, and counted", test: "ServerComparisonTests.bounded"),
        LimitRow(
            input: "the occupied channels that are watched", bound: "{ChannelWatch.limit}",
            then: "told", test: "AppCommandTests.limits"),
        LimitRow(
            input: "an alert's program", bound: "{AlertPrograms.limit}",
            then: "ended, with its children",
            test: "ChildProcessTests.limit"),
        LimitRow(
            input: "output of a program", bound: "{ChildProcess.outputLimit} bytes",
            then: "the rest is dropped",
            test: "ChildProcessTests.limit"),
        LimitRow(
            input: "the clients of a proxy", bound: "{ClientDirectory.limit} that have ended",
            then: "the oldest go", test: "ProxiedClientTests.frameMemory"),
        LimitRow(
            input: "messages that the proxy holds",
            bound: "{HoldQueue.countLimit} messages, {HoldQueue.byteLimit}",
            then: "all pass, in order", test: "HoldingTests.flood"),
        LimitRow(
            input: "the stage: lines, typists",
            bound: "{PresenceStage.lineLimit} and {PresenceStage.typistLimit}",
            then: "the oldest go", test: "StageFileTests.mutated"),
        LimitRow(
            input: "clients of the laboratory", bound: "{LabHerd.mostClients}", then: "exit 2",
            test: "LabHerdTests.seeds"),
    ]

    private static let servers = [
        LimitRow(
            input: "connections",
            bound: "2,048, and 1,000 clients of a sandbox; fewer descriptors make it fewer",
            then: "who has waited longest goes; 4100", test: "HandshakeTests.overCapacity"),
        LimitRow(
            input: "request bodies", bound: "256 KiB each, 32 MiB together",
            then: "503", test: "NIOServerTests.bodiesTogether"),
        LimitRow(
            input: "a head or body that does not come", bound: "a time limit each", then: "closed",
            test: "NIOServerTests.slowClientsEnd"),
        LimitRow(
            input: "responses that are not read", bound: "the sandbox's unread bytes",
            then: "closed",
            test: "NIOServerTests.unreadAnswersEnd"),
        LimitRow(
            input: "an event's data", bound: "the sandbox's `event-size`", then: "413",
            test: "PublishRouteTests.size"),
        LimitRow(
            input: "subscriptions of a connection", bound: "the sandbox's `subscriptions`",
            then: "4100-like error",
            test: "SubscribingTests.flood"),
        LimitRow(
            input: "events kept for history",
            bound: "{EventHistory.entryLimit} events, {EventHistory.byteLimit}",
            then: "the oldest go, which the response says", test: "HistoryRouteTests.dropped"),
        LimitRow(
            input: "webhooks that wait", bound: "tried for five minutes",
            then: "given up, and told",
            test: "WebhookOutboxTests.batches"),
        LimitRow(
            input: "webhooks that are kept", bound: "{WebhookFeed.limit}", then: "the oldest go",
            test: "WebhookSceneTests.refusals"),
        LimitRow(
            input: "people in a room",
            bound: "{RoomServer.mostMembers}, with {RoomVisitors.socketLimit} connections each; "
                + "{RoomVisitors.knownLimit} are remembered",
            then: "403 or 4009, with a sentence; who is away is forgotten",
            test: "RoomVisitorsTests.flood"),
        LimitRow(
            input: "their events",
            bound: "5 per person and second, of which 2 messages",
            then: "4301", test: "RoomVisitorsTests.rates"),
        LimitRow(
            input: "their names and messages",
            bound: "{RoomVisitors.nameLimit} and {RoomVisitors.messageLimit} characters",
            then: "cut", test: "RoomVisitorsTests.messages"),
        LimitRow(
            input: "devices of the push service", bound: "1000", then: "refused",
            test: "PushServiceTests.bound"),
    ]

    private static let output = [
        LimitRow(
            input: "a reader that does not read", bound: "one second after the end",
            then: "exit 1, with the number of lines not taken", test: "StuckReaderTests.ends"),
        LimitRow(
            input: "the log", bound: "rotated by size; a longer line has a file of its own",
            then: "",
            test: "LogFileTests.longLine"),
        LimitRow(
            input: "an export", bound: "{PlainDump.defaultLimit} rows of a dump",
            then: "the newest, and how many not",
            test: "SharingTests.dumpLimit"),
        LimitRow(
            input: "TERM, INT, HUP", bound: "one second", then: "ended, whatever it waits for",
            test: "StuckReaderTests.signals"),
    ]
}
