package import BuoyTextScreen

/// A kind of pane in a dashboard.
struct PaneRow: Sendable {
    let type: any Pane.Type
    /// The first commands in the hints, those of features among them.
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

/// What a dashboard is put together from: the panes and commands of the core, and those of
/// features.
///
/// It is made once, and the same for the configuration, the help, the key map and the state.
package final class Catalog: Sendable {
    /// All commands, by section.
    package let commands: [Command]
    /// The panes in the order of their numbers.
    let rows: [PaneRow]
    /// The properties of the panes for layouts.
    let profiles: [PaneProfile]
    /// The panes that may share the screen with others.
    let besideOthers: [PaneID]
    private let features: [any Feature.Type]
    private let shown: [any DashboardFeature.Type]
    private let timed: [any TimedFeature.Type]
    private let lists: [PickerKind]
    private let byName: [String: Command]

    /// A dashboard without features.
    package static let core = Catalog([])

    /// Puts a dashboard together.
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

    /// What features keep for the next run.
    package var settings: [FeatureSetting] {
        self.features.compactMap { $0 as? any SettingFeature.Type }.flatMap { $0.settings }
    }

    /// The sections of the help that have commands, in order.
    let sections: [Command.Section]

    /// The panes of features, with what is known at the start.
    func featurePanes(_ facts: FeatureFacts) -> [any Pane] {
        self.shown.flatMap { $0.panes(facts) }
    }

    /// Other names of commands on the command line.
    var shortForms: [(name: String, command: Command)] {
        Command.shortForms
            + self.features.compactMap { $0 as? any ShortFormFeature.Type }
            .flatMap { $0.shortForms }
            .compactMap { name, command in self.command(command).map { (name, $0) } }
    }

    /// The list that a command opens; `nil` if it opens none.
    func list(of command: CommandName) -> PickerKind? {
        self.lists.first { $0.command.id == command }
    }

    /// Lets every feature do what is due by now.
    func timePassed(_ state: inout DashboardState) -> [Effect] {
        self.timed.flatMap { $0.timePassed(&state) }
    }

    /// The default keys of all commands.
    package let keymap: Keymap

    /// All panes, in the order of their numbers.
    package var panes: [PaneID] { self.rows.map(\.id) }

    /// The command with this name; `nil` if there isn't one.
    package func command(_ name: String) -> Command? { self.byName[name] }

    /// The command with this name; `nil` if there isn't one.
    func command(_ name: CommandName) -> Command? { self.byName[name.text] }

    /// The command of a key in a pane.
    package func command(for key: KeyPress, in pane: PaneID, _ keymap: Keymap) -> Command? {
        keymap.commandName(for: key, in: pane).flatMap { self.command($0) }
    }

    /// The row of a pane.
    func row(_ id: PaneID) -> PaneRow? { self.rows.first { $0.id == id } }

    /// A key map in which each command has these keys, or its default ones.
    package func keymap(overriding changes: [Command: [KeyBinding]]) -> Keymap {
        Keymap(self.commands.map { ($0.id, changes[$0] ?? $0.defaultKeys) })
    }
}

// There is one in a program; two are the same only if they are one.
extension Catalog: Hashable {
    package static func == (one: Catalog, other: Catalog) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
