import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

/// Every key of the table does something that can be seen, or says why it does not.
@Suite("What every key does")
struct KeyEffectTests {
    /// At an end there is nowhere to go, there may be nothing to cancel, and drawing again shows
    /// what is there already.
    private static let silent: Set<Command> = [
        .up, .down, .left, .right, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown,
        .inspectorUp, .inspectorDown, .cancel,
    ]

    @Test("it changes the screen or is carried out, in every pane", arguments: Catalog.core.panes)
    func everyKey(pane: PaneID) throws {
        var start = DashboardFixture.choosing(140, 50)
        _ = start.show(pane)
        #expect(start.focus == pane)
        let before = Self.content(start)
        var mute: [String] = []
        for command in Catalog.core.commands where !Self.silent.contains(command) {
            for binding in command.defaultKeys where binding.acts(in: pane) {
                var state = start
                let effects = state.handle(.key(binding.key))
                let isSame = state.focus == pane && Self.content(state) == before
                if effects.isEmpty, isSame { mute.append("\(binding.key.name) \(command.title)") }
            }
        }
        // The digit of the pane that has the keys already.
        #expect(mute.filter { !$0.hasSuffix(pane.configurationName) } == [])
    }

    /// The screen without the header, whose clocks move on by themselves.
    private static func content(_ state: DashboardState) -> [ArraySlice<Cell>] {
        let screen = state.screen()
        return (3..<screen.size.rows).map { screen.row($0) }
    }
}
