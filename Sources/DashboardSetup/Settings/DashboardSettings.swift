package import OrderedCollections

/// What a user has set up: read from the configuration and from what was saved the last time,
/// changed by commands, and saved for the next time. It never holds a secret, nor data of events.
package struct DashboardSettings: Hashable, Sendable {
    /// The name of the theme, or the path of its file.
    package var theme = "default"
    /// How the panes are arranged.
    package var layout = LayoutSettings()
    /// Arrangements of the user's own, by name.
    package var savedLayouts: OrderedDictionary<String, LayoutSettings> = [:]
    /// Filters with names, as they would be typed.
    package var savedFilters: OrderedDictionary<String, String> = [:]
    /// The values that rows of the event log show in place of the data, by the name of an event or
    /// a channel: paths, separated by spaces.
    package var dataColumns: OrderedDictionary<String, String> = [:]
    /// How the times of rows are written.
    package var timeFormat = TimeFormat.clock
    /// Whether the event log shows what is not an event of a channel.
    package var showsSystemRows = true
    /// The order of the list of channels.
    package var channelOrder = ChannelOrder.added
    /// The order of the lists of members.
    package var memberOrder = MemberOrder.joined
    /// The order of the list of bindings.
    package var bindingOrder = BindingOrder.added
    /// Whether the inspector wraps long lines.
    package var wrapsInspector = true
    /// Whether the mouse is reported to the program.
    package var usesMouse = false
    /// Whether quitting asks first if events would be lost that were never exported.
    package var confirmsQuit = true
    /// Earlier lines of prompts by kind, oldest first. Client events are not among them: what is
    /// sent may be confidential.
    package var promptHistory: [String: [String]] = [:]

    /// The most lines of a kind of prompt that are remembered.
    package static let promptHistoryLimit = 100
    /// The longest line that is kept between runs, in bytes.
    package static let promptLineByteLimit = 2000

    /// The defaults.
    package init() {}

    /// The names of the arrangements that there are: those that come with buoy, then saved ones.
    package var layoutNames: [String] {
        LayoutSettings.Preset.allCases.map(\.rawValue) + self.savedLayouts.keys
    }

    /// The arrangement of a name; `nil` when there is none.
    package func layout(named name: String) -> LayoutSettings? {
        LayoutSettings.Preset(rawValue: name).map { LayoutSettings(preset: $0) }
            ?? self.savedLayouts[name]
    }
}

/// How times are written in the event log.
package enum TimeFormat: String, CaseIterable, Hashable, Sendable {
    /// The local time of day.
    case clock = "local"
    /// The time of day in UTC.
    case utc
    /// How long ago.
    case relative = "ago"
    /// How long since the previous row.
    case delta
}

/// How the channels are ordered.
package enum ChannelOrder: String, CaseIterable, Hashable, Sendable {
    /// As they were subscribed.
    case added
    case name
    /// The most events a second first.
    case rate
    /// The newest event first.
    case last
    case kind
}

/// How the bindings of a channel are ordered.
package enum BindingOrder: String, CaseIterable, Hashable, Sendable {
    /// As they were made.
    case added
    case name
    /// The most hits first.
    case hits
    /// The newest hit first.
    case last
}

/// How members are ordered. This client is always the first.
package enum MemberOrder: String, CaseIterable, Hashable, Sendable {
    /// Who came first.
    case joined
    /// Who came last.
    case newest
    case name
}
