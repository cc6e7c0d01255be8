import BuoyDashboard
import OrderedCollections

struct StateSetting {
    let name: String
    let text: (DashboardSettings) -> String
    /// Unknown text, such as that of another version, changes nothing.
    let set: (inout DashboardSettings, String) -> Void
    /// A three-way merge with what another program has made of it; `nil` if the value is replaced
    /// as a whole.
    var merged: ((_ now: String, _ before: String, _ theirs: String) -> String)?

    static func all(at place: StatePlace) -> [StateSetting] {
        Self.core(isRemote: place.isRemote) + place.catalog.settings.map(Self.of)
    }

    /// - Parameter isRemote: the mouse is remembered separately over SSH, where it is off by
    ///   default.
    private static func core(isRemote: Bool) -> [StateSetting] {
        [
            StateSetting(name: "theme", text: \.theme) { if !$1.isEmpty { $0.theme = $1 } },
            StateSetting(name: "layout", text: { LayoutText.text(of: $0.layout) }) {
                if let layout = LayoutText.layout($1) { $0.layout = layout }
            },
            .named("columns", \.dataColumns),
            .word("times", \.timeFormat),
            .flag("connection-rows", \.showsSystemRows),
            .word("channels.order", \.channelOrder),
            StateSetting(
                name: "channels.unfolded", text: { $0.unfoldedBranches.joined(separator: "\n") }
            ) { $0.unfoldedBranches = $1.split(separator: "\n").map(String.init) },
            .word("members.order", \.memberOrder),
            .word("bindings.order", \.bindingOrder),
            .flag("inspector.wrap", \.wrapsInspector),
            .flag(isRemote ? "mouse-over-ssh" : "mouse", \.usesMouse),
        ]
    }

    private static func of(_ setting: FeatureSetting) -> StateSetting {
        switch setting {
        case .word(let name, let standard):
            StateSetting(name: name, text: { $0[word: name] ?? standard }) {
                $0[word: name] = $1 == standard ? nil : $1
            }
        case .lines(let name): .named(name, \.[lines: name])
        }
    }

    private static func named(
        _ name: String,
        _ path: WritableKeyPath<DashboardSettings, OrderedDictionary<String, String>>
    ) -> StateSetting {
        var setting = StateSetting(name: name, text: { NamedLines.text(of: $0[keyPath: path]) }) {
            $0[keyPath: path] = NamedLines.lines($1)
        }
        setting.merged = NamedLines.merged
        return setting
    }

    private static func word<Word: RawRepresentable<String>>(
        _ name: String, _ path: WritableKeyPath<DashboardSettings, Word>
    ) -> StateSetting {
        StateSetting(name: name, text: { $0[keyPath: path].rawValue }) { settings, text in
            if let word = Word(rawValue: text) { settings[keyPath: path] = word }
        }
    }

    private static func flag(
        _ name: String, _ path: WritableKeyPath<DashboardSettings, Bool>
    ) -> StateSetting {
        StateSetting(name: name, text: { String($0[keyPath: path]) }) { settings, text in
            if let flag = Bool(text) { settings[keyPath: path] = flag }
        }
    }
}

/// `standard lists=420 left=300`, in thousandths.
enum LayoutText {
    static func text(of layout: LayoutSettings) -> String {
        let splits = LayoutSettings.Split.allCases.compactMap { split in
            layout.splits[split].map { "\(split.rawValue)=\($0)" }
        }
        return ([layout.preset.rawValue] + splits).joined(separator: " ")
    }

    static func layout(_ text: String) -> LayoutSettings? {
        let words = text.split(separator: " ")
        guard let first = words.first,
            let preset = LayoutSettings.Preset(rawValue: String(first))
        else { return nil }
        var layout = LayoutSettings(preset: preset)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let split = LayoutSettings.Split(rawValue: String(parts[0])),
                let thousandths = Int(parts[1]), (1...999).contains(thousandths)
            else { return nil }
            layout.splits[split] = thousandths
        }
        return layout
    }
}

/// Such as columns of data and templates: each line has a name without spaces, then the text.
enum NamedLines {
    static func text(of lines: OrderedDictionary<String, String>) -> String {
        lines.map { "\($0.key) \($0.value)" }.joined(separator: "\n")
    }

    static func merged(_ now: String, _ before: String, _ theirs: String) -> String {
        let (now, before) = (self.lines(now), self.lines(before))
        var merged = self.lines(theirs)
        for name in before.keys.union(now.keys) where now[name] != before[name] {
            merged[name] = now[name]
        }
        return self.text(of: merged)
    }

    /// Lines without a string are ignored.
    static func lines(_ text: String) -> OrderedDictionary<String, String> {
        var lines: OrderedDictionary<String, String> = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2 { lines[parts[0]] = parts[1] }
        }
        return lines
    }
}
