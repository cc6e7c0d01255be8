import DashboardPanes
package import DashboardParts
import TextScreen

/// A list for selecting an item: its contents, and the actions on its items. The core has some, and
/// features add theirs.
package struct PickerKind: Sendable {
    /// The command that is run with the name of the selected item.
    let command: Command
    let items: @Sendable (DashboardState) -> [PickerOverlay.Item]
    /// The item in use; `nil` for none.
    var current: @Sendable (DashboardState) -> String? = { _ in nil }
    /// What Enter does, in a word or two.
    var verb: Command.Hint = "use"
    var emptyText: SafeText = "There is nothing to choose."
    /// Previews an item as soon as it is selected.
    var preview: (@Sendable (inout DashboardState, String) -> [Effect])?
    /// Undoes the preview of an item.
    var revert: (@Sendable (inout DashboardState, String) -> [Effect])?
    /// Asks whether to remove an item.
    var removal: (@Sendable (String) -> Confirmation)?
}

extension PickerKind {
    /// A list that only offers items.
    ///
    /// - Parameters:
    ///   - command: run with the name of the selected item.
    ///   - items: what there is to choose from.
    ///   - verb: what Enter does, in a word or two.
    package init(
        command: Command, items: @escaping @Sendable (DashboardState) -> [PickerOverlay.Item],
        verb: Command.Hint
    ) {
        self.init(command: command, items: items, current: { _ in nil }, verb: verb)
    }

    /// The list for the present state.
    func opened(in state: DashboardState) -> PickerOverlay {
        PickerOverlay(
            self.command.id,
            .init(
                title: self.command.title, verb: self.verb.text(state), emptyText: self.emptyText),
            items: self.items(state), current: self.current(state), previews: self.preview != nil)
    }
}
