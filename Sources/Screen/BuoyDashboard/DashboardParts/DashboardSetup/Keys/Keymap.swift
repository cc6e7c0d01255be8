package import BuoyTextScreen
import OrderedCollections

package struct KeyBinding: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    package var key: KeyPress
    /// Empty for all panes.
    package var panes: Set<PaneID>
    /// Panes without the key, although it is bound in all others.
    private var exceptions: Set<PaneID> = []

    package init(_ key: KeyPress, in panes: Set<PaneID> = []) {
        self.key = key
        self.panes = panes
    }

    package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self.init(.character(scalar))
    }

    package static func `in`(_ pane: PaneID, _ scalar: Unicode.Scalar) -> KeyBinding {
        KeyBinding(.character(scalar), in: [pane])
    }

    package static func `in`(_ pane: PaneID, _ key: KeyPress) -> KeyBinding {
        KeyBinding(key, in: [pane])
    }

    static func inAll(except panes: Set<PaneID>, _ key: KeyPress) -> KeyBinding {
        var binding = KeyBinding(key)
        binding.exceptions = panes
        return binding
    }

    func resolved(in panes: [PaneID]) -> [KeyBinding] {
        guard !self.exceptions.isEmpty else { return [self] }
        return panes.filter { !self.exceptions.contains($0) }.map { .in($0, self.key) }
    }

    func acts(in pane: PaneID) -> Bool { self.panes.isEmpty || self.panes.contains(pane) }
}

package struct Keymap: Hashable, Sendable {
    private let bindings: OrderedDictionary<CommandName, [KeyBinding]>
    private var candidates: [KeyPress: [Candidate]] = [:]

    private struct Candidate: Hashable, Sendable {
        let name: CommandName
        let binding: KeyBinding
    }

    /// The first of several commands with the same key takes precedence; but a key of one pane
    /// takes precedence over the same key of all panes.
    init(_ bindings: OrderedDictionary<CommandName, [KeyBinding]>) {
        self.bindings = bindings
        for (name, bindings) in bindings {
            for binding in bindings {
                self.candidates[binding.key, default: []]
                    .append(Candidate(name: name, binding: binding))
            }
        }
    }

    func commandName(for key: KeyPress, in pane: PaneID) -> CommandName? {
        let candidates = (self.candidates[key] ?? []).filter { $0.binding.acts(in: pane) }
        return (candidates.first { !$0.binding.panes.isEmpty } ?? candidates.first)?.name
    }

    func keys(for name: CommandName) -> [KeyBinding] { self.bindings[name] ?? [] }

    func keyNames(for name: CommandName) -> [String] {
        var names: [String] = []
        for binding in self.keys(for: name) where !names.contains(binding.key.name) {
            names.append(binding.key.name)
        }
        return names
    }

    package func hintKey(for name: CommandName, in pane: PaneID) -> String? {
        let keys = self.keys(for: name).filter { $0.acts(in: pane) }
        return (keys.first { !$0.panes.isEmpty } ?? keys.first)?.key.name
    }

    /// In the order of the panes, for the message about a key that does nothing in the focused one.
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

    /// `keys.channels.unsubscribe = ["u", "Del"]`: a line for all panes, and one for each pane with
    /// its own keys.
    func configurationLines(for name: CommandName) -> [String] {
        let bindings = self.keys(for: name)
        let everywhere = bindings.filter(\.panes.isEmpty).map(\.key)
        var lines: [String] = []
        if !everywhere.isEmpty || bindings.isEmpty {
            lines.append("keys.\(name.configurationKey) = \(Self.list(everywhere))")
        }
        let panes = bindings.reduce(into: Set<PaneID>()) { $0.formUnion($1.panes) }
        for pane in panes.sorted(by: { $0.number < $1.number }) {
            let keys = bindings.filter { $0.panes.contains(pane) }.map(\.key)
            lines.append(
                "keys.\(pane.configurationName).\(name.configurationKey) = \(Self.list(keys))")
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
