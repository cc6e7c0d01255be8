package import BuoyScripts
package import BuoyTextScreen

/// The dashboard's initial information, because it reads no clock, files or environment.
package struct DashboardOptions: Hashable, Sendable {
    /// The symbols to draw with.
    package var glyphs: GlyphSet
    /// The offset of displayed times from UTC, in seconds.
    package var utcOffsetSeconds: Int
    /// The maximum number of rows in the event log.
    package var eventLimit: Int
    /// The maximum size of the events in the log, in bytes of memory.
    package var eventByteLimit: Int
    /// The name of the server: `sandbox`, or that of a profile or a cluster. Empty for none.
    package var serverLabel: String
    /// `ws://host:port`, shown until an attempt reports its address.
    package var address: String
    /// The app key, already masked.
    package var appKey: String
    /// Whether the first attempt uses TLS.
    package var usesTLS: Bool
    /// Whether private channels can be authorized; the program names the options if not.
    package var authorizes = true
    /// Channels to complete before any was seen, such as those of the sandbox.
    package var knownChannels: [String]
    /// The maximum useful number of frames per second; a hint for the loop.
    package var framesPerSecond: Int
    /// What the dashboard is put together from.
    var catalog: Catalog
    /// The key map.
    package var keymap: Keymap
    /// Whether the events come from the built-in sandbox, so that nobody needs to keep them.
    package var isDemonstration = false
    /// Whether the server is a sandbox of buoy, this program's or another one, so that nobody is
    /// asked before faults and bots.
    package var isSandbox = false
    /// Whether a recording is shown instead of a connection.
    package var isReplay = false
    /// The maximum number of client events per second; `nil` for no limit.
    package var clientEventLimit: Int? = 10
    /// The pane that has the focus at the start; `nil` for the usual one.
    package var firstPane: PaneID?
    /// The faults that the server makes when it is asked: those of the built-in sandbox.
    package var serverFaults: [ServerFault] = []
    /// The servers of the configuration.
    package var servers = ServerMenu()
    /// The server that a `.env` file in the folder describes, by name; `nil` without such a file.
    package var foundServer: String?
    /// The colour of the server in the header; `nil` for none.
    package var serverColor: ServerColor?
    /// Why nothing may be done that changes the server; `nil` if it may.
    package var readOnly: ReadOnlyReason?
    /// Whether the connections are those of other programs, and only passed on.
    package var isPassedOn = false
    /// Where buoy waits for these programs.
    package var listeningAddress = ""
    /// The names of the servers that are shown at the same time, in order; empty for one.
    package var opened: [ServerLabel] = []
    /// Whether it is the log of all servers, which has no connection.
    package var isMerged = false
    /// What is known for the panes of features.
    package var facts = FeatureFacts()
    /// The user's settings.
    package var settings = DashboardSettings()
    /// The names of the available themes.
    package var themes: [String] = []
    /// Whether a theme is dark or light, as a word, for the themes for which this is known.
    package var themeVariants: [String: String] = [:]
    /// The name of the reconnection policy; empty if it is not known.
    package var policy = ""
    /// The names of the available reconnection policies.
    package var policies: [String] = []
    /// The configuration keys that `:set` accepts.
    package var settingKeys: [SettingKey] = []
    /// Facts about the program and the terminal for a bug report: a name and a value each.
    package var environment: [Action.Figure] = []

    /// Creates options; by default, nothing is known about a server.
    package init(
        glyphs: GlyphSet = .unicode,
        utcOffsetSeconds: Int = 0,
        eventLimit: Int = 50_000,
        eventByteLimit: Int = 64 << 20,
        serverLabel: String = "",
        address: String = "",
        appKey: String = "",
        usesTLS: Bool = false,
        knownChannels: [String] = [],
        framesPerSecond: Int = 30,
        catalog: Catalog,
        keymap: Keymap? = nil
    ) {
        self.glyphs = glyphs
        self.utcOffsetSeconds = utcOffsetSeconds
        self.eventLimit = max(eventLimit, 1)
        self.eventByteLimit = max(eventByteLimit, 1)
        self.serverLabel = serverLabel
        self.address = address
        self.appKey = appKey
        self.usesTLS = usesTLS
        self.knownChannels = knownChannels
        self.framesPerSecond = framesPerSecond
        self.catalog = catalog
        self.keymap = keymap ?? catalog.keymap
    }
}

/// A fault that a server makes when it is asked.
package struct ServerFault: Hashable, Sendable {
    /// What it is asked with: a JSON object.
    let line: String
    /// What happens, in a few words.
    let effect: String

    /// Creates an example of a fault.
    package init(line: String, effect: String) {
        self.line = line
        self.effect = effect
    }
}

/// A configuration key, as `:set` completes it.
package struct SettingKey: Hashable, Sendable {
    /// Its path in the file: `history.events`.
    let name: String
    /// The values to choose from; empty if there are too many.
    let values: [String]
    /// A description of the accepted values.
    let expected: String

    /// Creates a key with its accepted values.
    package init(name: String, values: [String], expected: String) {
        self.name = name
        self.values = values
        self.expected = expected
    }
}
