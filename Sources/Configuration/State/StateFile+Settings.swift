import Dashboard
import OrderedCollections

// From settings to the file and back.
extension StateFile {
    /// What the configuration says, changed by what was set inside the program since.
    func applied(to configured: DashboardSettings, isRemote: Bool) -> DashboardSettings {
        var settings = configured
        for setting in StateSetting.all(isRemote: isRemote) {
            guard let entry = self.settings[setting.name], let value = entry.value,
                entry.replaced == setting.text(configured)
            else { continue }
            setting.set(&settings, value)
        }
        for (name, entry) in self.filters
        where entry.replaced == configured.savedFilters[name] && !name.isEmpty {
            settings.savedFilters[name] = entry.value
        }
        for (name, entry) in self.layouts
        where entry.replaced == configured.savedLayouts[name].map(LayoutText.text) && !name.isEmpty
        {
            settings.savedLayouts[name] = entry.value.flatMap(LayoutText.layout)
        }
        for (kind, lines) in self.history { settings.promptHistory[kind] = lines }
        return settings
    }

    /// Takes over what has changed between two moments of a run, and nothing else: another program
    /// may have written the file in the meantime.
    mutating func take(
        _ now: DashboardSettings, since before: DashboardSettings, configured: DashboardSettings,
        isRemote: Bool
    ) {
        for setting in StateSetting.all(isRemote: isRemote) {
            let texts = [now, before, configured].map(setting.text)
            Self.take(texts[0], texts[1], texts[2], &self.settings[setting.name])
        }
        for name in Self.names(now.savedFilters, before.savedFilters) {
            Self.take(
                now.savedFilters[name], before.savedFilters[name], configured.savedFilters[name],
                &self.filters[name])
        }
        for name in Self.names(now.savedLayouts, before.savedLayouts) {
            let texts = [now, before, configured].map { settings in
                settings.savedLayouts[name].map(LayoutText.text)
            }
            Self.take(texts[0], texts[1], texts[2], &self.layouts[name])
        }
        for (kind, lines) in now.promptHistory.sorted(by: { $0.key < $1.key }) {
            self.take(lines, of: kind, since: before.promptHistory[kind] ?? [])
        }
    }

    private static func take(
        _ now: String?, _ before: String?, _ configured: String?, _ entry: inout Entry?
    ) {
        guard now != before else { return }
        entry = now == configured ? nil : Entry(value: now, replaced: configured)
    }

    private static func names<Value>(
        _ left: OrderedDictionary<String, Value>, _ right: OrderedDictionary<String, Value>
    ) -> OrderedSet<String> {
        left.keys.union(right.keys)
    }

    private mutating func take(_ lines: [String], of kind: String, since before: [String]) {
        guard lines != before else { return }
        let known = Set(before)
        // A line that was used again has moved to the end.
        let new = lines.filter { !known.contains($0) || $0 == lines.last }
            .filter {
                $0.utf8.count <= DashboardSettings.promptLineByteLimit
                    && Self.mayBeKept($0, of: kind)
            }
        guard !new.isEmpty else { return }
        let old = (self.history[kind] ?? []).filter { !new.contains($0) }
        self.history[kind] = Array((old + new).suffix(DashboardSettings.promptHistoryLimit))
    }

    /// Names of commands whose lines may be confidential, such as client events.
    private static let confidentialNames = Command.allCases.filter(\.isConfidential).map(\.name)

    private static func mayBeKept(_ line: String, of kind: String) -> Bool {
        let word = line.drop { $0 == " " || $0 == ":" }.prefix { $0 != " " }
        return !self.confidentialNames.contains { name in
            kind == name || word.count >= 2 && name.hasPrefix(word)
        }
    }
}
