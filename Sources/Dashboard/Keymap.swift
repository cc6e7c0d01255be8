package import TextScreen

/// A key, and the panes in which it acts.
package struct KeyBinding: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    /// The key.
    package var key: KeyPress
    /// Empty for all panes.
    package var panes: Set<PaneID>

    /// A key that acts in some panes; in all of them when none is named.
    package init(_ key: KeyPress, in panes: Set<PaneID> = []) {
        self.key = key
        self.panes = panes
    }

    /// A printable key that acts in all panes.
    package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self.init(.character(scalar))
    }

    static func `in`(_ pane: PaneID, _ scalar: Unicode.Scalar) -> KeyBinding {
        KeyBinding(.character(scalar), in: [pane])
    }

    static func `in`(_ pane: PaneID, _ key: KeyPress) -> KeyBinding {
        KeyBinding(key, in: [pane])
    }

    /// Whether it acts while a pane has the keys.
    func acts(in pane: PaneID) -> Bool { self.panes.isEmpty || self.panes.contains(pane) }
}

/// Which key means which command in which pane.
package struct Keymap: Hashable, Sendable {
    private var bindings: [Command: [KeyBinding]]
    private var commands: [KeyPress: [Candidate]] = [:]

    private struct Candidate: Hashable, Sendable {
        let command: Command
        let binding: KeyBinding
    }

    /// The default keys of the table of commands.
    package static let standard = Keymap(
        Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.defaultKeys) }))

    /// A key map in which each command has these keys; commands that are not named have none. A key
    /// of one pane goes before the same key of all panes.
    package init(_ bindings: [Command: [KeyBinding]]) {
        self.bindings = bindings
        for command in Command.allCases {
            for binding in bindings[command] ?? [] {
                self.commands[binding.key, default: []]
                    .append(Candidate(command: command, binding: binding))
            }
        }
    }

    /// The default keys, but for commands that a user gave others; with no keys at all they are left
    /// to the command line and the help.
    package init(overriding changes: [Command: [KeyBinding]]) {
        let defaults = Command.allCases.map { ($0, $0.defaultKeys) }
        self.init(Dictionary(uniqueKeysWithValues: defaults).merging(changes) { $1 })
    }

    /// What a key means while a pane has the keys.
    package func command(for key: KeyPress, in pane: PaneID) -> Command? {
        let candidates = (self.commands[key] ?? []).filter { $0.binding.acts(in: pane) }
        return (candidates.first { !$0.binding.panes.isEmpty } ?? candidates.first)?.command
    }

    /// The keys of a command.
    package func keys(for command: Command) -> [KeyBinding] { self.bindings[command] ?? [] }

    /// The keys of a command as hints and help write them: `u`, `PgDn Ctrl-F`.
    func keyNames(for command: Command) -> [String] {
        var names: [String] = []
        for binding in self.keys(for: command) where !names.contains(binding.key.name) {
            names.append(binding.key.name)
        }
        return names
    }

    /// What a key means in panes other than the one that has the keys, for an answer to a key that
    /// does nothing here. In the order of the panes.
    func elsewhere(_ key: KeyPress) -> [(command: Command, panes: [PaneID])] {
        var panes: [Command: Set<PaneID>] = [:]
        for candidate in self.commands[key] ?? [] {
            panes[candidate.command, default: []].formUnion(candidate.binding.panes)
        }
        return panes.map { ($0.key, $0.value.sorted { $0.rawValue < $1.rawValue }) }
            .filter { !$0.1.isEmpty }
            .sorted { ($0.1.first?.rawValue ?? 0) < ($1.1.first?.rawValue ?? 0) }
    }
}
