package import OrderedCollections
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

    package static func `in`(_ pane: PaneID, _ scalar: Unicode.Scalar) -> KeyBinding {
        KeyBinding(.character(scalar), in: [pane])
    }

    package static func `in`(_ pane: PaneID, _ key: KeyPress) -> KeyBinding {
        KeyBinding(key, in: [pane])
    }

    /// Whether it acts while a pane has the keys.
    func acts(in pane: PaneID) -> Bool { self.panes.isEmpty || self.panes.contains(pane) }
}

/// Which key means which command in which pane.
///
/// It knows commands by their names; `Keymap+Commands` asks and answers with rows of the table.
package struct Keymap: Hashable, Sendable {
    private let bindings: OrderedDictionary<CommandName, [KeyBinding]>
    private var candidates: [KeyPress: [Candidate]] = [:]

    private struct Candidate: Hashable, Sendable {
        let name: CommandName
        let binding: KeyBinding
    }

    /// A key map in which each command has these keys. Where several commands have the same key, the
    /// first one is meant; but a key of one pane goes before the same key of all panes.
    package init(_ bindings: OrderedDictionary<CommandName, [KeyBinding]>) {
        self.bindings = bindings
        for (name, bindings) in bindings {
            for binding in bindings {
                self.candidates[binding.key, default: []]
                    .append(Candidate(name: name, binding: binding))
            }
        }
    }

    /// The name of the command that a key means while a pane has the keys.
    package func commandName(for key: KeyPress, in pane: PaneID) -> CommandName? {
        let candidates = (self.candidates[key] ?? []).filter { $0.binding.acts(in: pane) }
        return (candidates.first { !$0.binding.panes.isEmpty } ?? candidates.first)?.name
    }

    /// The keys of a command.
    package func keys(for name: CommandName) -> [KeyBinding] { self.bindings[name] ?? [] }

    /// The keys of a command as hints and help write them: `u`, `PgDn Ctrl-F`.
    package func keyNames(for name: CommandName) -> [String] {
        var names: [String] = []
        for binding in self.keys(for: name) where !names.contains(binding.key.name) {
            names.append(binding.key.name)
        }
        return names
    }

    /// The key to hint at: one of this pane if there is one.
    package func hintKey(for name: CommandName, in pane: PaneID) -> String? {
        let keys = self.keys(for: name).filter { $0.acts(in: pane) }
        return (keys.first { !$0.panes.isEmpty } ?? keys.first)?.key.name
    }

    /// What a key means in panes other than the one that has the keys, for an answer to a key that
    /// does nothing here. In the order of the panes.
    package func elsewhere(_ key: KeyPress) -> [(name: CommandName, panes: [PaneID])] {
        var panes: [CommandName: Set<PaneID>] = [:]
        for candidate in self.candidates[key] ?? [] {
            panes[candidate.name, default: []].formUnion(candidate.binding.panes)
        }
        let found = panes.map { name, panes in
            (name: name, panes: panes.sorted { $0.number < $1.number })
        }
        return found.filter { !$0.panes.isEmpty }
            .sorted { ($0.panes.first?.number ?? 0) < ($1.panes.first?.number ?? 0) }
    }

    /// What the configuration says to give a command the keys that it has:
    /// `keys.channels.unsubscribe = ["u", "Del"]`. One line for all panes, and one for each pane
    /// with keys of its own.
    package func configurationLines(for name: CommandName) -> [String] {
        let bindings = self.keys(for: name)
        let everywhere = bindings.filter(\.panes.isEmpty).map(\.key)
        var lines: [String] = []
        if !everywhere.isEmpty || bindings.isEmpty {
            lines.append("keys.\(name) = \(Self.list(everywhere))")
        }
        let panes = bindings.reduce(into: Set<PaneID>()) { $0.formUnion($1.panes) }
        for pane in panes.sorted(by: { $0.number < $1.number }) {
            let keys = bindings.filter { $0.panes.contains(pane) }.map(\.key)
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
