import BuoyDashboard
import BuoyScripts
import BuoyTOMLFiles

extension ConfigurationReader {
    /// Called once the saved filters are known.
    mutating func read(_ section: SettingSection, _ node: TOMLNode?) {
        guard let node else { return }
        switch section.shape {
        case .table:
            guard let table = self.table(node, path: section.name) else { return }
            self.read(table, of: section, path: section.name, label: section.name)
        case .list(let each, let named):
            guard let list = node.list else {
                return self.addWrongKind(
                    section.name, "a list of tables: write [[\(section.name)]] above each \(each)")
            }
            for (index, node) in list.enumerated() {
                let path = "\(section.name).\(index)"
                guard let table = self.table(node, path: path) else { continue }
                let label = table["name"]?.plainText ?? "\(named) \(index + 1)"
                self.read(table, of: section, path: path, label: label)
            }
        }
    }

    /// - Parameter label: what the table is called in an error about a filter.
    private mutating func read(
        _ members: TOMLTable, of section: SettingSection, path: String, label: String
    ) {
        let before = self.errors.count
        var table = SectionTable(given: Set(members.keys))
        for (key, node) in members {
            let path = "\(path).\(key)"
            guard let row = section.keys.first(where: { $0.name == key }) else {
                self.addUnknown(key, path: path, among: section.keys.map(\.name))
                continue
            }
            guard let value = self.value(node, row.form, path: path, label: label) else {
                continue
            }
            if row.accepts(value) {
                table.values[key] = value
            } else {
                self.addWrongKind(path, row.form.expected)
            }
        }
        for misfit in section.misfits(table) {
            self.addWrongKind(misfit.key.map { "\(path).\($0)" } ?? path, misfit.expected)
        }
        guard self.errors.count == before else { return }
        self.result.tables[section.name, default: []].append(table)
    }

    mutating func filter(_ source: String, path: String, label: String) -> String? {
        do {
            _ = try EventFilter(source, saved: self.result.savedFilters)
            return source
        } catch {
            self.add(
                path,
                .filter(
                    name: Self.shortened(label), character: error.position + 1,
                    reason: error.description))
            return nil
        }
    }
}
