import BuoyDashboard
import BuoyTOMLFiles
import BuoyTextScreen
import ChannelsBasics

extension ConfigurationReader {
    mutating func readKeys(_ value: TOMLNode?) {
        guard let value, let table = self.table(value, path: "keys") else { return }
        var choices = KeyChoices(self.catalog)
        self.readKeys(table, pane: nil, path: "keys", into: &choices)
        for pane in self.catalog.panes {
            let path = "keys." + pane.configurationName
            guard let value = table[pane.configurationName],
                let table = self.table(value, path: path)
            else { continue }
            self.readKeys(table, pane: pane, path: path, into: &choices)
        }
        self.use(choices)
    }

    /// `[keys]`, or one of its tables for a pane.
    private mutating func readKeys(
        _ table: TOMLTable, pane: PaneID?, path: String, into choices: inout KeyChoices
    ) {
        let panes = pane == nil ? self.catalog.panes.map(\.configurationName) : []
        for (name, value) in table where !panes.contains(name) {
            let path = path + "." + name
            guard let command = self.catalog.command(name) else {
                let known = self.catalog.commands.map(\.name) + panes
                let suggestion = Suggestion.nearest(to: name, among: known)
                if SecretWords.occur(in: name), suggestion == nil {
                    self.add(path, .secret(Self.shortened(name)))
                } else {
                    self.add(
                        path, .unknownCommand(Self.shortened(name), suggestion: suggestion))
                }
                continue
            }
            guard let names = Self.texts(value) else {
                self.addWrongKind(path, "a list of keys, such as [\"u\", \"Del\"]")
                continue
            }
            let keys = names.compactMap { self.key($0, of: command, path: path) }
            choices.choose(keys, for: command, in: pane, line: self.line(of: path))
        }
    }

    /// An array of strings, or one string.
    private static func texts(_ value: TOMLNode) -> [String]? {
        value.text.map { [$0] } ?? value.texts
    }

    private mutating func key(_ name: String, of command: Command, path: String) -> KeyPress? {
        let commandName = command.name
        let shown = Self.shortened(name)
        switch KeyName.read(name) {
        case .key(.control("C")) where command != .quitNow:
            self.add(
                path,
                .reservedKey(
                    "Ctrl-C", command: commandName,
                    owner: Command.quitNow.name))
        case .key(let key): return key
        case .indistinct(let other):
            self.add(path, .indistinctKey(shown, command: commandName, sameAs: other.name))
        case .unknown(let suggestion):
            self.add(
                path, .unknownKeyName(shown, command: commandName, suggestion: suggestion))
        }
        return nil
    }

    private mutating func use(_ choices: KeyChoices) {
        for conflict in choices.conflicts {
            self.add(
                line: conflict.line,
                .conflict(
                    key: conflict.key.name, command: conflict.command.name,
                    other: conflict.other.name, isDefault: conflict.isOtherDefault,
                    panes: conflict.panes.map(\.title)))
        }
        if choices.keepsWayOut {
            let command = Command.quitNow.name
            self.warn("keys." + command, .keptKey("Ctrl-C", command: command))
        }
        self.result.keymap = choices.keymap
    }
}
