import BuoyTextScreen
import OrderedCollections

// Key maps for the table of commands.
extension Keymap {
    /// Creates a key map from commands and their keys, in the order of the table.
    init(_ bindings: [(CommandName, [KeyBinding])]) {
        self.init(OrderedDictionary(uniqueKeysWithValues: bindings))
    }

    /// The keys of a command.
    func keys(for command: Command) -> [KeyBinding] { self.keys(for: command.id) }

    /// The keys of a command as in hints and help: `u`, `PgDn Ctrl-F`.
    func keyNames(for command: Command) -> [String] { self.keyNames(for: command.id) }

    /// The lines of the configuration that give a command its present keys.
    func configurationLines(for command: Command) -> [String] {
        self.configurationLines(for: command.id)
    }
}
