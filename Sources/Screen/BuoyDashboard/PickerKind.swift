package import BuoyTextScreen

package struct PickerKind: Sendable {
    /// Run with the name of the selected item.
    let command: Command
    let items: @Sendable (DashboardState) -> [PickerOverlay.Item]
    let current: @Sendable (DashboardState) -> String?
    /// What Enter does, in a word or two.
    let verb: Command.Hint
    let emptyText: SafeText
    let preview: (@Sendable (inout DashboardState, String) -> [Effect])?
    let revert: (@Sendable (inout DashboardState, String) -> [Effect])?
    let removal: Removal?

    package struct Removal: Sendable {
        let noun: SafeText
        /// Without effects, the item is still there.
        let perform: @Sendable (inout DashboardState, String) -> [Effect]

        package init(
            _ noun: SafeText,
            perform: @escaping @Sendable (inout DashboardState, String) -> [Effect]
        ) {
            self.noun = noun
            self.perform = perform
        }
    }

    package init(
        command: Command, items: @escaping @Sendable (DashboardState) -> [PickerOverlay.Item],
        current: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        verb: Command.Hint = "use", emptyText: SafeText = "Nothing to choose from.",
        preview: (@Sendable (inout DashboardState, String) -> [Effect])? = nil,
        revert: (@Sendable (inout DashboardState, String) -> [Effect])? = nil,
        removal: Removal? = nil
    ) {
        self.command = command
        self.items = items
        self.current = current
        self.verb = verb
        self.emptyText = emptyText
        self.preview = preview
        self.revert = revert
        self.removal = removal
    }

    func opened(in state: DashboardState) -> PickerOverlay {
        PickerOverlay(
            self.command.id,
            .init(
                title: self.command.title, verb: self.verb.text(state), emptyText: self.emptyText),
            items: self.items(state), current: self.current(state), previews: self.preview != nil)
    }
}
