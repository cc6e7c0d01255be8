package import BuoyTextScreen

/// A row of the table of lists for selecting an item: the contents of a list, and the actions on
/// its items.
package struct PickerKind: Sendable {
    /// The command that is run with the name of the selected item.
    let command: Command
    let items: @Sendable (DashboardState) -> [PickerOverlay.Item]
    /// The item in use; `nil` for none.
    let current: @Sendable (DashboardState) -> String?
    /// What Enter does, in a word or two.
    let verb: Command.Hint
    let emptyText: SafeText
    /// Previews an item as soon as it is selected.
    let preview: (@Sendable (inout DashboardState, String) -> [Effect])?
    /// Undoes the preview of an item.
    let revert: (@Sendable (inout DashboardState, String) -> [Effect])?
    /// Removes an item, after a question.
    let removal: Removal?

    /// How items of a list are removed.
    package struct Removal: Sendable {
        /// What the items are, for the question.
        let noun: SafeText
        /// Removes an item; without effects, it is still there.
        let perform: @Sendable (inout DashboardState, String) -> [Effect]

        /// - Parameters:
        ///   - noun: what the items are, for the question.
        ///   - perform: removes an item; without effects, it is still there.
        package init(
            _ noun: SafeText,
            perform: @escaping @Sendable (inout DashboardState, String) -> [Effect]
        ) {
            self.noun = noun
            self.perform = perform
        }
    }

    /// - Parameters:
    ///   - command: the command that is run with the name of the selected item.
    ///   - current: the item in use; `nil` for none.
    ///   - verb: what Enter does, in a word or two.
    ///   - preview: previews an item as soon as it is selected.
    ///   - revert: undoes the preview of an item.
    ///   - removal: removes an item, after a question.
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

    /// The list for the current state.
    func opened(in state: DashboardState) -> PickerOverlay {
        PickerOverlay(
            self.command.id,
            .init(
                title: self.command.title, verb: self.verb.text(state), emptyText: self.emptyText),
            items: self.items(state), current: self.current(state), previews: self.preview != nil)
    }
}
