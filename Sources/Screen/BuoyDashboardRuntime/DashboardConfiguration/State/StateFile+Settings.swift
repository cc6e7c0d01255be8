import BuoyDashboard
import OrderedCollections

extension StateFile {
    func applied(
        to configured: DashboardSettings, at place: StatePlace
    ) -> DashboardSettings {
        var settings = configured
        let own = place.server.flatMap { self.servers[$0] }
        for setting in StateSetting.all(at: place) {
            let ownEntry = place.isOfServer(setting) ? own?.settings[setting.name] : nil
            guard let entry = ownEntry ?? self.settings[setting.name], let value = entry.value,
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
        let isShared = { (kind: String) in
            place.server == nil || !StatePlace.historiesOfServer.contains(kind)
        }
        for (kind, lines) in self.history where isShared(kind) {
            settings.promptHistory[kind] = lines
        }
        for (kind, lines) in own?.history ?? [:] { settings.promptHistory[kind] = lines }
        return settings
    }

    /// Another program may have written the file in the meantime: what was changed or removed here
    /// wins, everything else stays, and lines of prompts follow those of the others.
    mutating func take(
        _ now: DashboardSettings, since before: DashboardSettings, configured: DashboardSettings,
        at place: StatePlace
    ) {
        for setting in StateSetting.all(at: place) {
            var texts = [now, before, configured].map(setting.text)
            if texts[0] != texts[1], let merged = setting.merged {
                texts[0] = merged(
                    texts[0], texts[1], self.value(of: setting, instead: texts[2], at: place))
            }
            if place.isOfServer(setting), let server = place.server {
                guard texts[0] != texts[1] else { continue }
                let entry = Entry(value: texts[0], replaced: texts[2])
                self.change(server) { $0.settings[setting.name] = entry }
                continue
            }
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
        let confidential = place.confidentialPrompts
        for (kind, lines) in now.promptHistory.sorted(by: { $0.key < $1.key }) {
            let former = before.promptHistory[kind] ?? []
            guard let server = place.server, StatePlace.historiesOfServer.contains(kind) else {
                Self.take(
                    lines, of: kind, since: former, without: confidential, into: &self.history)
                continue
            }
            guard lines != former else { continue }
            self.change(server) {
                Self.take(
                    lines, of: kind, since: former, without: confidential, into: &$0.history)
            }
        }
    }

    private func value(
        of setting: StateSetting, instead configured: String, at place: StatePlace
    ) -> String {
        let own = place.isOfServer(setting) ? place.server.flatMap { self.servers[$0] } : nil
        let entry = own?.settings[setting.name] ?? self.settings[setting.name]
        return entry.flatMap { $0.replaced == configured ? $0.value : nil } ?? configured
    }

    /// Makes the server the most recently used one.
    private mutating func change(_ name: String, _ body: (inout Server) -> Void) {
        var server = self.servers.removeValue(forKey: name) ?? Server()
        body(&server)
        self.servers[name] = server
        while self.servers.count > Self.serverLimit { self.servers.removeFirst() }
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

    private static func take(
        _ lines: [String], of kind: String, since before: [String],
        without confidential: [String], into history: inout OrderedDictionary<String, [String]>
    ) {
        guard lines != before else { return }
        let new = Self.used(lines, since: before).filter {
            $0.utf8.count <= DashboardSettings.promptLineByteLimit
                && Self.mayBeKept($0, of: kind, confidential)
        }
        guard !new.isEmpty else { return }
        let old = (history[kind] ?? []).filter { !new.contains($0) }
        history[kind] = Array((old + new).suffix(DashboardSettings.promptHistoryLimit))
    }

    /// In the order of their use. A line that is used again moves to the end, so these start at the
    /// first one that is not in the earlier order.
    private static func used(
        _ lines: [String], since before: [String]
    ) -> ArraySlice<String> {
        let places = Dictionary(zip(before, before.indices)) { $1 }
        var last = -1
        for (index, line) in lines.enumerated() {
            guard let place = places[line], place > last else { return lines[index...] }
            last = place
        }
        return lines.last == before.last ? [] : lines.suffix(1)
    }

    private static func mayBeKept(
        _ line: String, of kind: String, _ confidential: [String]
    ) -> Bool {
        let word = line.drop { $0 == " " || $0 == ":" }.prefix { $0 != " " }
        return !confidential.contains { name in
            kind == name || word.count >= 2 && name.hasPrefix(word)
        }
    }
}
