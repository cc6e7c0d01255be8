import BuoyTextScreen

extension Keymap {
    /// A key with several commands in the same panes, of which only the first can be used.
    package struct Conflict: Hashable, Sendable {
        let key: KeyPress
        let panes: [PaneID]
        let commands: [Command]
    }

    /// Not a conflict: a key of one pane that belongs to another command in all panes. In that
    /// pane, its own command is used.
    package func conflicts(_ catalog: Catalog) -> [Conflict] {
        var found: [Conflict] = []
        for key in self.boundKeys(catalog) {
            if let everywhere = self.conflict(of: key, in: nil, catalog) {
                found.append(everywhere)
            }
            for pane in catalog.panes {
                guard let conflict = self.conflict(of: key, in: pane, catalog) else { continue }
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

    private func boundKeys(_ catalog: Catalog) -> [KeyPress] {
        var seen: Set<KeyPress> = []
        return catalog.commands.flatMap { self.keys(for: $0).map(\.key) }
            .filter { seen.insert($0).inserted }
    }

    private func conflict(of key: KeyPress, in pane: PaneID?, _ catalog: Catalog) -> Conflict? {
        let commands = catalog.commands.filter { command in
            self.keys(for: command).contains { binding in
                binding.key == key
                    && (pane.map(binding.panes.contains) ?? binding.panes.isEmpty)
            }
        }
        guard commands.count > 1 else { return nil }
        return Conflict(key: key, panes: pane.map { [$0] } ?? catalog.panes, commands: commands)
    }
}
