import BuoyTextScreen
import ChannelsBasics

/// The output of `buoy config keys`: at most 80 columns wide with the default keys.
package struct KeyTable {
    private let keymap: Keymap
    private let catalog: Catalog

    package init(_ keymap: Keymap, _ catalog: Catalog) {
        self.keymap = keymap
        self.catalog = catalog
    }

    package var text: String {
        let panes = self.catalog.panes.map { "\($0.key) \($0.title)" }.joined(separator: ", ")
        var lines = SafeText.lines(of: "Panes: \(panes)", width: 80, limit: 3).map(\.string) + [""]
        for section in self.catalog.sections {
            lines += [section.title.uppercased()]
            let commands = self.catalog.commands.filter { $0.section == section }
            lines += self.rows(commands.filter(self.isListed)) + [""]
        }
        lines += ["IN A PROMPT"] + Prompt.editingKeys.map(Self.promptRow)
        return lines.joined(separator: "\n")
    }

    /// Commands that only have variants are not listed themselves.
    private func isListed(_ command: Command) -> Bool {
        !self.keymap.keys(for: command).isEmpty || self.catalog.variants(of: command).isEmpty
    }

    private func rows(_ commands: [Command]) -> [String] {
        // Only sections with long words have wider columns, so that each fits 80.
        let title = commands.map { $0.title.count }.max().map { max($0, 24) } ?? 0
        let name = commands.map { $0.name.count + 1 }.max().map { max($0, 17) } ?? 0
        return commands.map { command in
            let keys = self.keymap.keyNames(for: command.id).joined(separator: " ")
            let cells = [
                SafeText(sanitizing: keys).padded(to: 16), command.title.padded(to: title),
                ":\(command.name)".padded(to: name), self.panes(of: command),
            ]
            return ("  " + cells.joined(separator: " ")).trimmedAtEnd
        }
    }

    private func panes(of command: Command) -> String {
        let bindings = self.keymap.keys(for: command.id)
        guard !bindings.isEmpty, bindings.allSatisfy({ !$0.panes.isEmpty }) else { return "" }
        let panes = bindings.reduce(into: Set<PaneID>()) { $0.formUnion($1.panes) }
        let others = Set(self.catalog.panes).subtracting(panes)
        if others.isEmpty { return "" }
        return others.count == 1 ? "not in \(Self.numbers(others))" : "in \(Self.numbers(panes))"
    }

    private static func numbers(_ panes: Set<PaneID>) -> String {
        panes.sorted { $0.number < $1.number }.map(\.key).joined(separator: " ")
    }

    private static func promptRow(_ row: (keys: String, what: String)) -> String {
        let keys = row.keys.filter { $0 != "`" }
        let what = row.what.filter { $0 != "`" }
        let lines = SafeText.lines(of: what, width: 76, limit: 3).map { "    " + $0.string }
        return (["  " + keys] + lines).joined(separator: "\n")
    }
}
