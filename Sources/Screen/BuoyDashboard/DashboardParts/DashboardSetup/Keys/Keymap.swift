package import BuoyTextScreen
import OrderedCollections

/// A key, and the panes in which it is bound.
package struct KeyBinding: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    package var key: KeyPress
    /// The panes; empty for all.
    package var panes: Set<PaneID>
    /// The panes in which it is not bound, although it is in all others; empty for none.
    private var exceptions: Set<PaneID> = []

    /// Creates a binding in some panes; by default, in all.
    package init(_ key: KeyPress, in panes: Set<PaneID> = []) {
        self.key = key
        self.panes = panes
    }

    /// Creates a binding of a printable key in all panes.
    package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self.init(.character(scalar))
    }

    package static func `in`(_ pane: PaneID, _ scalar: Unicode.Scalar) -> KeyBinding {
        KeyBinding(.character(scalar), in: [pane])
    }

    package static func `in`(_ pane: PaneID, _ key: KeyPress) -> KeyBinding {
        KeyBinding(key, in: [pane])
    }

    /// Binds a key in every pane but some, whatever panes there are: see `resolved`.
    static func inAll(except panes: Set<PaneID>, _ key: KeyPress) -> KeyBinding {
        var binding = KeyBinding(key)
        binding.exceptions = panes
        return binding
    }

    /// The bindings in a dashboard with these panes: one for each that is not excepted.
    func resolved(in panes: [PaneID]) -> [KeyBinding] {
        guard !self.exceptions.isEmpty else { return [self] }
        return panes.filter { !self.exceptions.contains($0) }.map { .in($0, self.key) }
    }

    /// Whether the key is bound while this pane has the focus.
    func acts(in pane: PaneID) -> Bool { self.panes.isEmpty || self.panes.contains(pane) }
}

/// Maps keys to commands, for each pane.
///
/// It knows commands only by name; `Keymap+Commands` converts from and to commands of the table.
package struct Keymap: Hashable, Sendable {
    private let bindings: OrderedDictionary<CommandName, [KeyBinding]>
    private var candidates: [KeyPress: [Candidate]] = [:]

    private struct Candidate: Hashable, Sendable {
        let name: CommandName
        let binding: KeyBinding
    }

    /// Creates a key map with these keys for each command. If several commands have the same key,
    /// the first one takes precedence; but a key of one pane takes precedence over the same key of
    /// all panes.
    init(_ bindings: OrderedDictionary<CommandName, [KeyBinding]>) {
        self.bindings = bindings
        for (name, bindings) in bindings {
            for binding in bindings {
                self.candidates[binding.key, default: []]
                    .append(Candidate(name: name, binding: binding))
            }
        }
    }

    /// Returns the name of the command for a key while this pane has the focus.
    func commandName(for key: KeyPress, in pane: PaneID) -> CommandName? {
        let candidates = (self.candidates[key] ?? []).filter { $0.binding.acts(in: pane) }
        return (candidates.first { !$0.binding.panes.isEmpty } ?? candidates.first)?.name
    }

    func keys(for name: CommandName) -> [KeyBinding] { self.bindings[name] ?? [] }

    /// Returns the keys of a command as in hints and help: `u`, `PgDn Ctrl-F`.
    func keyNames(for name: CommandName) -> [String] {
        var names: [String] = []
        for binding in self.keys(for: name) where !names.contains(binding.key.name) {
            names.append(binding.key.name)
        }
        return names
    }

    /// Returns the key to show in a hint: one of this pane if possible.
    package func hintKey(for name: CommandName, in pane: PaneID) -> String? {
        let keys = self.keys(for: name).filter { $0.acts(in: pane) }
        return (keys.first { !$0.panes.isEmpty } ?? keys.first)?.key.name
    }

    /// Returns the commands bound to a key in particular panes, in the order of the panes. Used for
    /// the message about a key that does nothing in the focused pane.
    func elsewhere(_ key: KeyPress) -> [(name: CommandName, panes: [PaneID])] {
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

    /// Returns the configuration lines that give a command its present keys:
    /// `keys.channels.unsubscribe = ["u", "Del"]`. There is one line for all panes, and one for
    /// each pane with its own keys.
    func configurationLines(for name: CommandName) -> [String] {
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
