package import DashboardSetup
import OrderedCollections
package import TextScreen

// Key maps in rows of the table.
extension Keymap {
    /// The default keys of the table of commands.
    package static let standard = Keymap(overriding: [:])

    /// A key map in which each command has these keys; commands that are not named have none.
    package init(_ bindings: [Command: [KeyBinding]]) {
        let bindings = Command.allCases.map { ($0.id, bindings[$0] ?? []) }
        self.init(OrderedDictionary(uniqueKeysWithValues: bindings))
    }

    /// The default keys, but for commands that a user gave others; with no keys at all they are left
    /// to the command line and the help.
    package init(overriding changes: [Command: [KeyBinding]]) {
        let bindings = Command.allCases.map { ($0.id, changes[$0] ?? $0.defaultKeys) }
        self.init(OrderedDictionary(uniqueKeysWithValues: bindings))
    }

    /// What a key means while a pane has the keys.
    package func command(for key: KeyPress, in pane: PaneID) -> Command? {
        self.commandName(for: key, in: pane).flatMap { Command.named($0) }
    }

    /// The keys of a command.
    package func keys(for command: Command) -> [KeyBinding] { self.keys(for: command.id) }

    /// The keys of a command as hints and help write them: `u`, `PgDn Ctrl-F`.
    func keyNames(for command: Command) -> [String] { self.keyNames(for: command.id) }

    /// The lines of the configuration that give a command the keys that it has.
    package func configurationLines(for command: Command) -> [String] {
        self.configurationLines(for: command.id)
    }
}
