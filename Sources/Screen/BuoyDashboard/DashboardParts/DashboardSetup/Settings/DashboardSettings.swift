package import OrderedCollections

/// The user's settings: read from the configuration and from what the previous run saved, changed
/// by commands, and saved for the next run. They never contain a secret or the data of events.
package struct DashboardSettings: Hashable, Sendable {
    /// The name of the theme, or the path of its file.
    package var theme = "default"
    /// The arrangement of the panes.
    package var layout = LayoutSettings()
    /// The user's own arrangements, by name.
    package var savedLayouts: OrderedDictionary<String, LayoutSettings> = [:]
    /// The saved filters by name, as they would be typed.
    package var savedFilters: OrderedDictionary<String, String> = [:]
    /// The values that rows of the event log show in place of the data, by event or channel name:
    /// paths, separated by spaces.
    package var dataColumns: OrderedDictionary<String, String> = [:]
    /// The format of the times in rows.
    package var timeFormat = TimeFormat.clock
    /// Whether the event log shows rows that are not channel events.
    package var showsSystemRows = true
    /// The order of the channel list.
    package var channelOrder = ChannelOrder.added
    /// The order of the member lists.
    package var memberOrder = MemberOrder.joined
    /// The order of the binding list.
    package var bindingOrder = BindingOrder.added
    /// Whether the inspector wraps long lines.
    package var wrapsInspector = true
    /// Whether the terminal reports the mouse to the program.
    package var usesMouse = false
    /// Whether quitting asks for confirmation if events would be lost that were never exported.
    package var confirmsQuit = true
    /// Earlier lines of prompts by kind, oldest first. Client events are not kept, because their
    /// data may be confidential.
    package var promptHistory: [String: [String]] = [:]

    private var wordsOfFeatures: [String: String] = [:]
    private var linesOfFeatures: [String: OrderedDictionary<String, String>] = [:]

    /// The maximum number of lines remembered for each kind of prompt.
    package static let promptHistoryLimit = 100
    /// The maximum length of a line that is kept between runs, in bytes.
    package static let promptLineByteLimit = 2000

    /// Creates the default settings.
    package init() {}

    /// A word that a feature keeps; `nil` for its standard.
    package subscript(word name: String) -> String? {
        get { self.wordsOfFeatures[name] }
        set { self.wordsOfFeatures[name] = newValue }
    }

    /// Lines that a feature keeps, by their names.
    package subscript(lines name: String) -> OrderedDictionary<String, String> {
        get { self.linesOfFeatures[name] ?? [:] }
        set { self.linesOfFeatures[name] = newValue.isEmpty ? nil : newValue }
    }

    /// The names of all arrangements: first the built-in ones, then the saved ones.
    package var layoutNames: [String] {
        LayoutSettings.Preset.allCases.map(\.rawValue) + self.savedLayouts.keys
    }

    /// Returns the arrangement with this name; `nil` if there isn't one.
    package func layout(named name: String) -> LayoutSettings? {
        LayoutSettings.Preset(rawValue: name).map { LayoutSettings(preset: $0) }
            ?? self.savedLayouts[name]
    }
}

/// The format of times in the event log.
package enum TimeFormat: String, CaseIterable, Hashable, Sendable {
    /// The local time of day.
    case clock = "local"
    /// The time of day in UTC.
    case utc
    /// The time since the event.
    case relative = "ago"
    /// The time since the previous row.
    case delta
}

/// The order of the channels.
package enum ChannelOrder: String, CaseIterable, Hashable, Sendable {
    /// In the order of subscription.
    case added
    case name
    /// The highest rate of events first.
    case rate
    /// The most recent event first.
    case last
    case kind
}

/// The order of a channel's bindings.
package enum BindingOrder: String, CaseIterable, Hashable, Sendable {
    /// In the order of binding.
    case added
    case name
    /// The most hits first.
    case hits
    /// The most recent hit first.
    case last
}

/// The order of members. This client always comes first.
package enum MemberOrder: String, CaseIterable, Hashable, Sendable {
    /// The earliest to join first.
    case joined
    /// The latest to join first.
    case newest
    case name
}
