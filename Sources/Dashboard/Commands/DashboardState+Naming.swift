import ChannelsProtocol
import DashboardSetup
import DataViews
import Dialogs
import EventFormats
import EventLog
import OrderedCollections
import TextCoding
import TextScreen

// What is used, saved and shown by its name: by the command line, and by the pickers.

// MARK: - Filters

extension DashboardState {
    /// Reads a filter as it is typed.
    func filter(_ source: String) throws(PromptRefusal) -> EventFilter {
        do {
            return try EventFilter(source, saved: self.savedFilters)
        } catch {
            let end = error.position + error.length
            throw PromptRefusal(text: error.description, range: error.position..<end)
        }
    }

    /// Shows what a saved filter lets through.
    mutating func useFilter(named argument: String) throws(PromptRefusal) {
        let name = argument.filter { $0 != " " && $0 != "@" }
        guard self.settings.savedFilters[name] != nil else {
            let names = Array(self.settings.savedFilters.keys)
            let meant = Suggestion.nearest(toTyped: name, among: names).map {
                "; did you mean \($0)?"
            }
            throw PromptRefusal(
                text: "no filter is saved as \(name)\(meant ?? "; W saves one")",
                range: 0..<argument.count)
        }
        self.applySavedFilter(named: name)
    }

    /// Adds a term for each name to the filter; a name with wildcards is a pattern.
    mutating func narrow(_ field: String, _ argument: String) throws(PromptRefusal) {
        let terms = argument.split(separator: " ").map { word in
            let isPattern = word.contains("*") || word.contains("?")
            return field + (isPattern ? String(word) : FilterText.written(String(word)))
        }
        // Each of the events is hidden, but any of the channels shown.
        let isExcluding = field.hasPrefix("-")
        let added = try self.filter(terms.joined(separator: isExcluding ? " " : " or "))
        self.events.setFilter(self.events.view.filter?.and(added) ?? added)
    }
}

// MARK: - Themes, layouts, forms

extension DashboardState {
    /// Shows a theme, from now on and the next time.
    mutating func useTheme(_ name: String) -> [Effect] {
        self.settings.theme = name
        return [.terminal(.showTheme(name)), .file(.saveSettings(self.settings))]
    }

    /// Writes times in another form.
    mutating func showTimes(as name: String) -> [Effect] {
        TimeFormat(rawValue: name).map { self.setTimeFormat($0) } ?? []
    }

    /// Lists what was looked at last by another order; the channels if it was no list.
    mutating func sort(by name: String) -> [Effect] {
        let hasOrders = PaneTable.row(self.companion)?.hasOrders == true
        let pane = hasOrders ? self.companion : .channels
        return self.order(pane, by: name) ?? []
    }

    /// Shows the data in the inspector in another view.
    mutating func showInspector(as name: String) throws(PromptRefusal) -> [Effect] {
        if let reason = self.unavailableReason(for: .viewMode) { throw PromptRefusal(text: reason) }
        if let view = DataView(rawValue: name) { self.inspector?.show(view) }
        return []
    }

    /// Copies what is selected in a form, or says why it has none.
    mutating func copy(as name: String) -> [Effect] {
        guard let form = CopyForm(rawValue: name), let subject = self.copySubject else {
            self.show(.info, "nothing that can be copied is selected")
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

    /// What is selected in the focused pane; what is inspected, in the inspector.
    var copySubject: CopySubject? {
        self.selection.map { selection in
            switch selection {
            case .channel(let row): .channel(row.name)
            case .member(let channel, let member): .member(member, of: channel)
            case .binding(let binding): .binding(binding)
            case .event(let event): .event(event)
            case .node(let value, let path): .node(value, path: path)
            }
        }
    }

    /// Writes events into a file, which must not be there yet.
    /// - Parameter line: the name of the file, and which events.
    func export(_ line: String) throws(PromptRefusal) -> [Effect] {
        let (path, range) = try Self.exportRange(line)
        // Said while the name can still be changed.
        do {
            _ = try EventExport.Format(fileName: path)
        } catch {
            throw PromptRefusal(text: error.description)
        }
        if let reason = self.unavailableReason(for: .export) { throw PromptRefusal(text: reason) }
        let events = EventSnapshot(
            self.events.ring, self.events.view, range, marks: self.events.marks, now: self.now)
        guard events.count > 0 else {
            throw PromptRefusal(text: "no event that is shown is in that range")
        }
        return [.file(.export(events, path: path, overwrites: false))]
    }

    /// The last word may be a range; the rest is the file, whose name may have spaces.
    private static func exportRange(
        _ line: String
    ) throws(PromptRefusal) -> (path: String, range: ExportRange) {
        let path = line.trimmingSpaces
        guard let space = path.lastIndex(of: " ") else { return (path, .all) }
        let word = String(path[path.index(after: space)...])
        guard let range = ExportRange(word) else {
            guard !ExportRange.isMeant(by: word) else {
                let forms = ExportRange.forms.joined(separator: ", ")
                throw PromptRefusal(text: "\(word) is no range; ranges are \(forms)")
            }
            return (path, .all)
        }
        return (String(path[..<space]).trimmingSpaces, range)
    }
}
