package import TextScreen

// The key map as the configuration writes it, and what can be wrong with one.
extension Keymap {
    /// A key that means several commands in the same panes: only the first of them is reached.
    package struct Conflict: Hashable, Sendable {
        /// The key.
        package let key: KeyPress
        /// In the order of their numbers; all of them for a key of all panes.
        package let panes: [PaneID]
        /// In the order of the table.
        package let commands: [Command]
    }

    /// The keys that mean several commands. A key of one pane that another command has in all panes
    /// is none: there the one of the pane is meant.
    package var conflicts: [Conflict] {
        var found: [Conflict] = []
        for key in self.boundKeys {
            if let everywhere = self.conflict(of: key, in: nil) { found.append(everywhere) }
            for pane in PaneID.allCases {
                guard let conflict = self.conflict(of: key, in: pane) else { continue }
                if let last = found.last, last.key == key, last.commands == conflict.commands {
                    found[found.count - 1] = Conflict(
                        key: key, panes: last.panes + [pane], commands: last.commands)
                } else {
                    found.append(conflict)
                }
            }
        }
        return found
    }

    /// Every key once, in the order of the table.
    private var boundKeys: [KeyPress] {
        var seen: Set<KeyPress> = []
        return Command.allCases.flatMap { self.keys(for: $0).map(\.key) }
            .filter { seen.insert($0).inserted }
    }

    /// - Parameter pane: `nil` for keys of all panes.
    private func conflict(of key: KeyPress, in pane: PaneID?) -> Conflict? {
        let commands = Command.allCases.filter { command in
            self.keys(for: command).contains { binding in
                binding.key == key
                    && (pane.map(binding.panes.contains) ?? binding.panes.isEmpty)
            }
        }
        guard commands.count > 1 else { return nil }
        return Conflict(key: key, panes: pane.map { [$0] } ?? PaneID.allCases, commands: commands)
    }

    /// What the configuration says to give a command the keys that it has:
    /// `keys.channels.unsubscribe = ["u", "Del"]`. One line for all panes, and one for each pane
    /// with keys of its own.
    package func configurationLines(for command: Command) -> [String] {
        let bindings = self.keys(for: command)
        let name = command.configurationName
        let everywhere = bindings.filter(\.panes.isEmpty).map(\.key)
        var lines: [String] = []
        if !everywhere.isEmpty || bindings.isEmpty {
            lines.append("keys.\(name) = \(Self.list(everywhere))")
        }
        for pane in PaneID.allCases {
            let keys = bindings.filter { $0.panes.contains(pane) }.map(\.key)
            guard !keys.isEmpty else { continue }
            lines.append("keys.\(pane.configurationName).\(name) = \(Self.list(keys))")
        }
        return lines
    }

    private static func list(_ keys: [KeyPress]) -> String {
        let names = keys.map { key in
            let escaped = key.name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
            return "\"\(escaped.joined())\""
        }
        return "[\(names.joined(separator: ", "))]"
    }
}
