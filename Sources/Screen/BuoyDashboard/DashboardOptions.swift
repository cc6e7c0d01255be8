package import BuoyScripts
package import BuoyTextScreen

/// All that the dashboard knows at the start, because it reads no clock, files or environment.
package struct DashboardOptions: Hashable, Sendable {
    package var glyphs: GlyphSet
    package var utcOffsetSeconds: Int
    package var eventLimit: Int
    /// In bytes of memory.
    package var eventByteLimit: Int
    /// `sandbox`, or the name of a profile or a cluster; empty for none.
    package var serverLabel: String
    /// `ws://host:port`, shown until an attempt reports its address.
    package var address: String
    /// Already masked.
    package var appKey: String
    package var usesTLS: Bool
    package var authorizes = true
    package var knownChannels: [String]
    package var framesPerSecond: Int
    var catalog: Catalog
    package var keymap: Keymap
    /// Events of the built-in sandbox, which nobody needs to keep.
    package var isDemonstration = false
    /// A sandbox of buoy, this program's or another one: nobody is asked before faults and bots.
    package var isSandbox = false
    package var isReplay = false
    /// Per second; `nil` for no limit.
    package var clientEventLimit: Int? = 10
    package var firstPane: PaneID?
    /// Whether channels are subscribed at the start.
    package var subscribes = true
    package var serverFaults: [ServerFault] = []
    package var servers = ServerMenu()
    /// Described by a `.env` file in the folder.
    package var foundServer: String?
    package var serverColor: ServerColor?
    /// Why nothing may be done that changes the server; `nil` if it may.
    package var readOnly: ReadOnlyReason?
    /// The connections are those of other programs, and only passed on.
    package var isPassedOn = false
    /// Where buoy waits for these programs.
    package var listeningAddress = ""
    /// Servers that are shown at the same time, in order; empty for one.
    package var opened: [ServerLabel] = []
    package var isMerged = false
    package var facts = FeatureFacts()
    package var settings = DashboardSettings()
    package var themes: [String] = []
    /// Dark or light, as a word, as far as it is known.
    package var themeVariants: [String: String] = [:]
    package var policy = ""
    package var policies: [String] = []
    package var settingKeys: [SettingKey] = []
    package var environment: [Action.Figure] = []

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

package struct ServerFault: Hashable, Sendable {
    /// A JSON object.
    let line: String
    let effect: String

    package init(line: String, effect: String) {
        self.line = line
        self.effect = effect
    }
}

package struct SettingKey: Hashable, Sendable {
    /// Its path in the file: `history.events`.
    let name: String
    /// Empty if there are too many.
    let values: [String]
    let expected: String

    package init(name: String, values: [String], expected: String) {
        self.name = name
        self.values = values
        self.expected = expected
    }
}
