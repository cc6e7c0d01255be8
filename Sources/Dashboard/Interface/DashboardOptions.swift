package import DashboardSetup
package import TextScreen

/// What the dashboard is told at its start, because it reads no clock, file or environment.
package struct DashboardOptions: Hashable, Sendable {
    /// The symbols to draw with.
    package var glyphs: GlyphSet
    /// What to add to UTC for the times that are shown, in seconds.
    package var utcOffsetSeconds: Int
    /// How many rows the event log keeps.
    package var eventLimit: Int
    /// How many bytes of events the log keeps in memory.
    package var eventByteLimit: Int
    /// What the server is called: `sandbox`, the name of a profile or a cluster. Empty for none.
    package var serverLabel: String
    /// `ws://host:port`, shown until an attempt says it.
    package var address: String
    /// The app key, already masked by who read it.
    package var appKey: String
    /// Whether the first attempt uses TLS.
    package var usesTLS: Bool
    /// Channels that are worth completing before anything was seen, such as those of the sandbox.
    package var knownChannels: [String]
    /// How many frames a second are worth drawing; a hint for the loop.
    package var framesPerSecond: Int
    /// Which key does what.
    package var keymap: Keymap
    /// Whether the events are those of the program's own sandbox, which nobody keeps.
    package var isDemonstration = false
    /// What the user has set up.
    package var settings = DashboardSettings()
    /// The names of the themes that can be shown.
    package var themes: [String] = []
    /// Whether a theme is dark or light, in a word, for those of which it is known.
    package var themeVariants: [String: String] = [:]
    /// The names of the reconnection policies that can be chosen.
    package var policies: [String] = []
    /// The keys of the configuration that `:set` takes.
    package var settingKeys: [SettingKey] = []
    /// What a bug report should say of the program and the terminal: a name and a value each.
    package var environment: [Action.Figure] = []

    /// Options of a dashboard that knows nothing of a server, unless it is told.
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
        keymap: Keymap = .standard
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
        self.keymap = keymap
    }
}

/// A key of the configuration, as `:set` completes it.
package struct SettingKey: Hashable, Sendable {
    /// Its path in the file: `history.events`.
    package let name: String
    /// The values to choose from; empty if there are too many.
    package let values: [String]
    /// What it takes, in words.
    package let expected: String

    /// A key with what it takes.
    package init(name: String, values: [String], expected: String) {
        self.name = name
        self.values = values
        self.expected = expected
    }
}
