package import BuoyTextScreen
import OrderedCollections

struct PaneRow: Sendable {
    let type: any Pane.Type
    private(set) var hints: [CommandName]

    var id: PaneID { self.type.profile.id }
    /// The type, if its rows can be sorted.
    var ordered: (any OrderedPane.Type)? { self.type as? any OrderedPane.Type }

    fileprivate init(_ type: any Pane.Type, _ added: [AddedHint]) {
        self.type = type
        self.hints = type.hints
        for hint in added where hint.pane == self.id {
            let index = hint.next.flatMap { self.hints.firstIndex(of: $0) }
            self.hints.insert(hint.command, at: index ?? self.hints.endIndex)
        }
    }
}

/// The panes and commands of the core, and those of features. Made once, for the configuration, the
/// help, the key map and the state.
package final class Catalog: Sendable {
    package let commands: [Command]
    let rows: [PaneRow]
    let profiles: [PaneProfile]
    let besideOthers: [PaneID]
    private let features: [any Feature.Type]
    private let shown: [any DashboardFeature.Type]
    private let timed: [any TimedFeature.Type]
    private let lists: [PickerKind]
    private let byName: [String: Command]

    package static let core = Catalog([])

    package init(_ features: [any Feature.Type]) {
        self.features = features
        self.shown = features.compactMap { $0 as? any DashboardFeature.Type }
        self.timed = features.compactMap { $0 as? any TimedFeature.Type }
        let types = self.shown.flatMap { $0.panes(FeatureFacts()) }.map {
            type(of: $0) as any Pane.Type
        }
        let hints = features.compactMap { $0 as? any CoreHintFeature.Type }
            .flatMap { $0.hintsOfCore }
        self.rows = (PaneTable.core + types).map { PaneRow($0, hints) }
            .sorted { $0.id.number < $1.id.number }
        self.profiles = self.rows.map { $0.type.profile }
        self.besideOthers = self.profiles.filter { $0.home != .alone }.map(\.id)
        let ids = self.rows.map(\.id)
        let added = self.shown.flatMap { $0.commands }
        let all = Command.coreCommands(self.rows) + added
        self.sections = Set(all.map(\.section)).sorted { $0.order < $1.order }
        var keys: [CommandName: [KeyBinding]] = [:]
        for feature in features.compactMap({ $0 as? any CoreKeyFeature.Type }) {
            keys.merge(feature.keysOfCore) { $0 + $1 }
        }
        self.commands = self.sections.flatMap { section in all.filter { $0.section == section } }
            .map { $0.withKeys(keys[$0.id] ?? [], in: ids) }
        self.lists =
            PickerKind.core
            + features.compactMap { $0 as? any ListFeature.Type }.flatMap { $0.lists }
        self.byName = Dictionary(self.commands.map { ($0.name, $0) }) { first, _ in first }
        self.keymap = Keymap(self.commands.map { ($0.id, $0.defaultKeys) })
    }

    package var settings: [FeatureSetting] {
        self.features.compactMap { $0 as? any SettingFeature.Type }.flatMap { $0.settings }
    }

    let sections: [Command.Section]

    func featurePanes(_ facts: FeatureFacts) -> [any Pane] {
        self.shown.flatMap { $0.panes(facts) }
    }

    var shortForms: [(name: String, command: Command)] {
        Command.shortForms
            + self.features.compactMap { $0 as? any ShortFormFeature.Type }
            .flatMap { $0.shortForms }
            .compactMap { name, command in self.command(command).map { (name, $0) } }
    }

    func list(of command: CommandName) -> PickerKind? {
        self.lists.first { $0.command.id == command }
    }

    func timePassed(_ state: inout DashboardState) -> [Effect] {
        self.timed.flatMap { $0.timePassed(&state) }
    }

    package let keymap: Keymap

    package var panes: [PaneID] { self.rows.map(\.id) }

    /// The commands that help, documents and name completion list, without their variants.
    package var listed: [Command] { self.commands.filter { $0.head == nil } }

    /// Each once, in place of its variants.
    func heads(of commands: [Command]) -> [Command] {
        OrderedSet(commands.map { $0.head.flatMap { self.command($0) } ?? $0 }).elements
    }

    func variants(of command: Command) -> [Command] {
        let variants = self.commands.filter { $0.head == command.name }
        return variants.filter { $0.section == command.section }
            + variants.filter { $0.section != command.section }
    }

    package func command(_ name: String) -> Command? { self.byName[name] }

    func command(_ name: CommandName) -> Command? { self.byName[name.text] }

    /// A key of the pane takes precedence over the same key of all panes.
    package func command(for key: KeyPress, in pane: PaneID, _ keymap: Keymap) -> Command? {
        keymap.commandName(for: key, in: pane).flatMap { self.command($0) }
    }

    func row(_ id: PaneID) -> PaneRow? { self.rows.first { $0.id == id } }

    package func keymap(overriding changes: [Command: [KeyBinding]]) -> Keymap {
        Keymap(self.commands.map { ($0.id, changes[$0] ?? $0.defaultKeys) })
    }
}

// There is one in a program; two are the same only if they are one.
extension Catalog: Hashable {
    package static func == (one: Catalog, other: Catalog) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
