import BuoyDashboard
import BuoyTextScreen

/// A command in the configuration has only the keys given there, in all panes; all others keep
/// their defaults.
struct KeyChoices {
    struct Conflict: Hashable {
        let key: KeyPress
        let command: Command
        let other: Command
        let isOtherDefault: Bool
        /// Empty for all panes.
        var panes: [PaneID]
        var line: Int?
    }

    /// A key of one pane takes precedence over the same key of all panes, so these are different
    /// places.
    private struct Place: Hashable {
        let key: KeyPress
        let pane: PaneID?
    }

    private struct Claim {
        let command: Command
        /// `nil` for a default.
        let line: Int?
        let isChosen: Bool
    }

    private let catalog: Catalog
    private var chosen: [Command: [KeyBinding]] = [:]
    private var claims: [Place: [Claim]] = [:]

    init(_ catalog: Catalog) { self.catalog = catalog }

    /// An empty list removes the command's keys.
    mutating func choose(_ keys: [KeyPress], for command: Command, in pane: PaneID?, line: Int?) {
        var bindings = self.chosen[command] ?? []
        for key in keys {
            let binding = KeyBinding(key, in: pane.map { [$0] } ?? [])
            guard !bindings.contains(binding) else { continue }
            bindings.append(binding)
            self.claims[Place(key: key, pane: pane), default: []]
                .append(Claim(command: command, line: line, isChosen: true))
        }
        self.chosen[command] = bindings
    }

    private static let wayOut = KeyBinding(.control("C"))

    /// Whether a removed key works nevertheless: Ctrl-C always quits.
    var keepsWayOut: Bool {
        self.chosen[.quitNow].map { !$0.contains(Self.wayOut) } ?? false
    }

    var keymap: Keymap {
        var bindings: [Command: [KeyBinding]] = [:]
        for command in self.catalog.commands {
            bindings[command] = self.chosen[command] ?? command.defaultKeys
        }
        if self.keepsWayOut { bindings[.quitNow, default: []].append(Self.wayOut) }
        return self.catalog.keymap(overriding: bindings)
    }

    /// Each pair of commands once for a key.
    var conflicts: [Conflict] {
        var conflicts: [Conflict] = []
        for (place, claims) in self.allClaims where Set(claims.map(\.command)).count > 1 {
            let sorted = claims.sorted {
                ($0.isChosen ? 1 : 0, $0.line ?? 0, $0.command.name)
                    < ($1.isChosen ? 1 : 0, $1.line ?? 0, $1.command.name)
            }
            // Defaults do not conflict with each other.
            guard let last = sorted.last, last.isChosen,
                let other = sorted.first(where: { $0.command != last.command })
            else { continue }
            Self.add(
                Conflict(
                    key: place.key, command: last.command, other: other.command,
                    isOtherDefault: !other.isChosen, panes: place.pane.map { [$0] } ?? [],
                    line: last.line), to: &conflicts)
        }
        return conflicts
    }

    private static func add(_ conflict: Conflict, to conflicts: inout [Conflict]) {
        let same = conflicts.firstIndex {
            $0.key == conflict.key && $0.command == conflict.command
                && $0.other == conflict.other && !$0.panes.isEmpty && !conflict.panes.isEmpty
        }
        guard let same else { return conflicts.append(conflict) }
        conflicts[same].panes = (conflicts[same].panes + conflict.panes)
            .sorted { $0.number < $1.number }
        conflicts[same].line = [conflicts[same].line, conflict.line].compactMap { $0 }.min()
    }

    private var allClaims: [Place: [Claim]] {
        var claims = self.claims
        for command in self.catalog.commands where self.chosen[command] == nil {
            for binding in command.defaultKeys {
                let panes: [PaneID?] = binding.panes.isEmpty ? [nil] : binding.panes.map { $0 }
                for pane in panes {
                    claims[Place(key: binding.key, pane: pane), default: []]
                        .append(Claim(command: command, line: nil, isChosen: false))
                }
            }
        }
        return claims
    }
}
