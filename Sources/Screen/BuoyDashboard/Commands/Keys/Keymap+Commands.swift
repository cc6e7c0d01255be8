import BuoyTextScreen
import OrderedCollections

extension Keymap {
    init(_ bindings: [(CommandName, [KeyBinding])]) {
        self.init(OrderedDictionary(uniqueKeysWithValues: bindings))
    }

    func keys(for command: Command) -> [KeyBinding] { self.keys(for: command.id) }

    /// As in hints and help: `u`, `PgDn Ctrl-F`.
    func keyNames(for command: Command) -> [String] { self.keyNames(for: command.id) }

    func configurationLines(for command: Command) -> [String] {
        self.configurationLines(for: command.id)
    }
}
