import BuoyTextScreen
import ChannelsBasics
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    func filter(_ source: String) throws(PromptRefusal) -> EventFilter {
        do {
            return try EventFilter(source, saved: self.savedFilters)
        } catch {
            let end = error.position + error.length
            throw PromptRefusal(text: error.description, range: error.position..<end)
        }
    }

    mutating func useFilter(named argument: String) throws(PromptRefusal) {
        let name = argument.filter { $0 != " " && $0 != "@" }
        guard self.settings.savedFilters[name] != nil else {
            let names = Array(self.settings.savedFilters.keys)
            throw PromptRefusal(
                text: Suggestion.unknown(
                    "saved filter", name, among: names, advice: ":save-filter NAME saves one"),
                range: 0..<argument.count)
        }
        self.applySavedFilter(named: name)
    }

    mutating func narrow(_ field: String, _ argument: String) throws(PromptRefusal) {
        let terms = argument.split(separator: " ").map { word in
            let isPattern = word.contains("*") || word.contains("?")
            return field + (isPattern ? String(word) : FilterText.written(String(word)))
        }
        // All of these events are hidden, but any of these channels is shown.
        let isExcluding = field.hasPrefix("-")
        let added = try self.filter(terms.joined(separator: isExcluding ? " " : " or "))
        self.events.setFilter(self.events.view.filter?.and(added) ?? added)
    }
}

extension DashboardState {
    mutating func useTheme(_ name: String) -> [Effect] {
        self.settings.theme = name
        return [.terminal(.showTheme(name)), .file(.saveSettings(self.settings))]
    }

    mutating func showTimes(as name: String) -> [Effect] {
        TimeFormat(rawValue: name).map { self.setTimeFormat($0) } ?? []
    }

    mutating func sort(by name: String) -> [Effect] {
        let hasOrders = self.catalog.row(self.companion)?.ordered != nil
        return self.order(hasOrders ? self.companion : .channels, by: name) ?? []
    }

    mutating func copy(as name: String) -> [Effect] {
        if self.focus == .events, let rows = self.events.selectedRows {
            return self.copy(rows, as: name)
        }
        guard let form = CopyForm(rawValue: name), let subject = self.copySubject else {
            self.show(.info, "nothing copyable is selected")
            return []
        }
        do {
            let text = try CopyText.text(of: subject, as: form)
            return [.terminal(.copy(text, of: subject.title))]
        } catch {
            self.show(.warning, error.description)
            return []
        }
    }

    private mutating func copy(_ rows: ClosedRange<Int>, as name: String) -> [Effect] {
        let events = EventSnapshot(
            self.events.ring, self.events.view, .rows(rows), marks: self.events.marks, now: self.now
        )
        guard let form = CopyForm(rawValue: name), events.count <= Self.mostCopiedRows else {
            let most = Figures.grouped(Self.mostCopiedRows)
            self.show(.warning, "more than \(most) rows are selected; e exports them")
            return []
        }
        do {
            let texts = try events.slice(from: 0, count: events.count)
                .map { try CopyText.text(of: .event($0), as: form) }
            self.events.endRowSelection()
            let title = Figures.counted(texts.count, "row")
            return [.terminal(.copy(texts.joined(separator: "\n"), of: title))]
        } catch {
            self.show(.warning, error.words)
            return []
        }
    }

    /// A clipboard takes no more than some 50,000 bytes.
    private static let mostCopiedRows = 5000

    var copySubject: CopySubject? {
        self.selection.map { selection in
            switch selection {
            case .channel(let row): .channel(row.name)
            case .namedChannel(let name): .channel(name)
            case .member(let channel, let member): .member(member, of: channel)
            case .binding(let binding): .binding(binding)
            case .event(let event): .event(event)
            case .note(let note): .node(note.copied, path: [])
            case .node(let value, let path): .node(value, path: path)
            }
        }
    }

    mutating func export(_ line: String) throws(PromptRefusal) -> [Effect] {
        var (path, range) = try Self.exportRange(line)
        if path.isEmpty { path = self.datedName("events") }
        if range == .all, let rows = self.events.selectedRows { range = .rows(rows) }
        // Checked while the name can still be changed.
        do {
            _ = try EventExport.Format(fileName: path)
        } catch {
            throw PromptRefusal(text: error.description)
        }
        var events = EventSnapshot(
            self.events.ring, self.events.view, range, marks: self.events.marks, now: self.now)
        events.origins = self.events.origins
        guard events.count > 0 else {
            throw PromptRefusal(text: "no visible events in that range")
        }
        self.events.endRowSelection()
        return [.file(.export(events, path: path, overwrites: false))]
    }

    /// The last word may be a range; the rest is the file name, which may contain spaces.
    private static func exportRange(
        _ line: String
    ) throws(PromptRefusal) -> (path: String, range: ExportRange) {
        let path = line.trimmingSpaces
        guard let space = path.lastIndex(of: " ") else { return (path, .all) }
        let word = String(path[path.index(after: space)...])
        guard let range = ExportRange(word) else {
            guard !ExportRange.isMeant(by: word) else {
                let forms = ExportRange.forms.joined(separator: ", ")
                throw PromptRefusal(text: "\(word) is not a range; use \(forms)")
            }
            return (path, .all)
        }
        return (String(path[..<space]).trimmingSpaces, range)
    }
}

extension LogNote {
    fileprivate var copied: JSONValue {
        self.body.map { $0.json ?? .string($0.text) } ?? .string(self.text)
    }
}
