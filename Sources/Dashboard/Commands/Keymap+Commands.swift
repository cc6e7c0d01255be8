package import DashboardSetup
import OrderedCollections
package import TextScreen

// Key maps for the table of commands.
extension Keymap {
    /// The default keys of all commands.
    package static let standard = Keymap(overriding: [:])

    /// Creates a key map in which each command has these keys; commands that are not named have
    /// none.
    package init(_ bindings: [Command: [KeyBinding]]) {
        let bindings = Command.allCases.map { ($0.id, bindings[$0] ?? []) }
        self.init(OrderedDictionary(uniqueKeysWithValues: bindings))
    }

    /// The default keys, except for commands with other keys. A command without keys is available
    /// only on the command line and in the help.
    package init(overriding changes: [Command: [KeyBinding]]) {
        let bindings = Command.allCases.map { ($0.id, changes[$0] ?? $0.defaultKeys) }
        self.init(OrderedDictionary(uniqueKeysWithValues: bindings))
    }

    /// The command of a key in a pane.
    package func command(for key: KeyPress, in pane: PaneID) -> Command? {
        self.commandName(for: key, in: pane).flatMap { Command.named($0) }
    }

    /// The keys of a command.
    package func keys(for command: Command) -> [KeyBinding] { self.keys(for: command.id) }

    /// The keys of a command as in hints and help: `u`, `PgDn Ctrl-F`.
    func keyNames(for command: Command) -> [String] { self.keyNames(for: command.id) }

    /// The lines of the configuration that give a command its present keys.
    package func configurationLines(for command: Command) -> [String] {
        self.configurationLines(for: command.id)
    }
}
