import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles
import OrderedCollections

extension ConfigurationReader {
    mutating func readLayouts(_ value: TOMLNode?) {
        guard let value, let layouts = self.table(value, path: "layouts") else { return }
        for (name, value) in layouts {
            let path = "layouts." + name
            let isTaken = LayoutSettings.Preset(rawValue: name) != nil
            guard SavedFilter.isName(name), !isTaken else {
                self.add(path, .badName(Self.shortened(name), of: "layout"))
                continue
            }
            guard let table = self.table(value, path: path) else { continue }
            self.result.settings.savedLayouts[name] = self.layout(table, path: path)
        }
    }

    private mutating func layout(_ table: TOMLTable, path: String) -> LayoutSettings {
        var layout = LayoutSettings()
        for (key, value) in table {
            let path = path + "." + key
            if key == "preset" {
                guard let preset = self.preset(value, path: path) else { continue }
                layout.preset = preset
            } else if let split = LayoutSettings.Split(rawValue: key) {
                layout.splits[split] = self.thousandths(value, path: path)
            } else {
                let known = ["preset"] + LayoutSettings.Split.allCases.map(\.rawValue)
                self.addUnknown(key, path: path, among: known)
            }
        }
        return layout
    }

    private mutating func preset(_ value: TOMLNode, path: String) -> LayoutSettings.Preset? {
        let known = LayoutSettings.Preset.allCases.map(\.rawValue)
        guard let word = value.text else {
            self.addWrongKind(path, "a built-in layout name")
            return nil
        }
        if let preset = LayoutSettings.Preset(rawValue: word) { return preset }
        self.addUnknownWord(path, word, among: known)
        return nil
    }

    private mutating func thousandths(_ value: TOMLNode, path: String) -> Int? {
        guard let percent = value.number, (1.0...99.0).contains(percent) else {
            self.addWrongKind(path, "a percentage between 1 and 99")
            return nil
        }
        return Int((percent * 10).rounded())
    }

    mutating func readLayoutName(_ key: ConfigurationKey, _ value: TOMLNode) {
        guard let name = value.text else {
            return self.addWrongKind(key.name, key.entry.form.expected)
        }
        self.layoutName = name
    }

    /// Called once the layouts of the file are known.
    mutating func chooseLayout() {
        guard let name = self.layoutName, let layout = self.layout(named: name, path: "layout")
        else { return }
        self.result.settings.layout = layout
    }

    mutating func layout(named name: String, path: String) -> LayoutSettings? {
        if let layout = self.result.settings.layout(named: name) { return layout }
        self.addUnknownWord(path, name, among: self.result.settings.layoutNames)
        return nil
    }
}

extension ConfigurationReader {
    mutating func readFilters(_ value: TOMLNode?) {
        guard let value, let filters = self.table(value, path: "filters") else { return }
        for (name, value) in filters {
            let path = "filters." + name
            guard SavedFilter.isName(name) else {
                self.add(path, .badName(Self.shortened(name), of: "filter"))
                continue
            }
            guard let source = value.text else {
                self.addWrongKind(path, "a quoted filter")
                continue
            }
            self.result.settings.savedFilters[name] = source
        }
        self.check(filters)
    }

    /// Called when all are known, because filters may refer to each other.
    private mutating func check(_ filters: TOMLTable) {
        let saved = self.result.savedFilters
        for filter in saved {
            guard let fault = EventFilter.fault(in: filter.source, saved: saved) else { continue }
            self.add(
                line: filters.place(of: filter.name)?.line,
                column: filters[filter.name]?.column(ofCharacter: fault.position),
                .filter(
                    name: filter.name, character: fault.position + 1, reason: fault.reason))
        }
    }
}
