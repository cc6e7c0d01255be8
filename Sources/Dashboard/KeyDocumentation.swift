import TextScreen

/// The page `docs/keys.md`, made from the table of commands.
package enum KeyDocumentation {
    /// The whole page.
    package static var markdown: String {
        var page = """
            # Keys

            This page is made from the table of commands in `Sources/Dashboard/Command+Table.swift`; \
            `?` shows the same list in the program, with a search.

            A key acts in every pane, unless the last column names the panes in which it does. \
            While a prompt is open, keys edit it.

            """
        for section in Command.Section.allCases {
            page += "\n## \(section.rawValue)\n\n"
            page += "| keys | command | what it does | panes |\n| --- | --- | --- | --- |\n"
            for command in Command.allCases where command.section == section {
                page += self.row(command)
            }
        }
        return page + "\n## In a prompt\n\n" + self.promptTable
    }

    private static func row(_ command: Command) -> String {
        let keys = command.defaultKeys.map { binding in
            let name = "`\(binding.key.name)`"
            let panes = binding.panes.sorted { $0.rawValue < $1.rawValue }.map(\.title)
            let isMixed = Set(command.defaultKeys.map(\.panes)).count > 1
            return isMixed && !panes.isEmpty ? "\(name) in \(panes.joined(separator: ", "))" : name
        }
        var unique: [String] = []
        for key in keys where !unique.contains(key) { unique.append(key) }
        return "| \(unique.joined(separator: " ")) | \(command.title) | \(command.summary) "
            + "| \(self.panes(of: command)) |\n"
    }

    private static func panes(of command: Command) -> String {
        guard command.defaultKeys.allSatisfy({ !$0.panes.isEmpty }) else { return "all" }
        let panes = command.defaultKeys.reduce(into: Set<PaneID>()) { $0.formUnion($1.panes) }
        return panes.sorted { $0.rawValue < $1.rawValue }.map(\.title).joined(separator: ", ")
    }

    private static var promptTable: String {
        var table = "| keys | what it does |\n| --- | --- |\n"
        for (keys, what) in Prompt.editingKeys { table += "| \(keys) | \(what) |\n" }
        return table
    }
}
