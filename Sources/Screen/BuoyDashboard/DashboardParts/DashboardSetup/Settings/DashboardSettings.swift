package import OrderedCollections

/// Read from the configuration and from what the previous run saved, changed by commands, and saved
/// for the next run. Never contains a secret or the data of events.
package struct DashboardSettings: Hashable, Sendable {
    /// Or the path of its file.
    package var theme = "default"
    package var layout = LayoutSettings()
    package var savedLayouts: OrderedDictionary<String, LayoutSettings> = [:]
    /// By name, as they would be typed.
    package var savedFilters: OrderedDictionary<String, String> = [:]
    package var dataColumns: OrderedDictionary<String, String> = [:]
    package var timeFormat = TimeFormat.clock
    package var showsSystemRows = true
    package var channelOrder = ChannelOrder.added
    /// By the start of their channels' names.
    package var unfoldedBranches: [String] = []
    package var memberOrder = MemberOrder.joined
    package var bindingOrder = BindingOrder.added
    package var wrapsInspector = true
    package var usesMouse = false
    /// Only if events would be lost that were never exported.
    package var confirmsQuit = true
    /// By kind, oldest first. Client events are not kept, because their data may be confidential.
    package var promptHistory: [String: [String]] = [:]

    private var wordsOfFeatures: [String: String] = [:]
    private var linesOfFeatures: [String: OrderedDictionary<String, String>] = [:]

    package static let promptHistoryLimit = 100
    package static let promptLineByteLimit = 2000

    package init() {}

    /// `nil` for the feature's standard.
    package subscript(word name: String) -> String? {
        get { self.wordsOfFeatures[name] }
        set { self.wordsOfFeatures[name] = newValue }
    }

    package subscript(lines name: String) -> OrderedDictionary<String, String> {
        get { self.linesOfFeatures[name] ?? [:] }
        set { self.linesOfFeatures[name] = newValue.isEmpty ? nil : newValue }
    }

    package var layoutNames: [String] {
        LayoutSettings.Preset.allCases.map(\.rawValue) + self.savedLayouts.keys
    }

    package func layout(named name: String) -> LayoutSettings? {
        LayoutSettings.Preset(rawValue: name).map { LayoutSettings(preset: $0) }
            ?? self.savedLayouts[name]
    }
}

package enum TimeFormat: String, CaseIterable, Hashable, Sendable {
    case clock = "local"
    case utc
    case relative = "ago"
    /// Since the previous row.
    case delta
}

package enum ChannelOrder: String, CaseIterable, Hashable, Sendable {
    case added
    case name
    case rate
    case last
    case kind
}

package enum BindingOrder: String, CaseIterable, Hashable, Sendable {
    case added
    case name
    case hits
    case last
}

/// This client always comes first.
package enum MemberOrder: String, CaseIterable, Hashable, Sendable {
    case joined
    case newest
    case name
}
