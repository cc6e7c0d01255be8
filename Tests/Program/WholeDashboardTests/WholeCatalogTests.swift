import BuoyDashboardTesting
import BuoyFeatureList
import BuoyTestSupport
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

/// What holds for the commands and panes of the core and of all features together.
@Suite("The catalog of the whole program")
struct WholeCatalogTests {
    @Test("the default keys have no conflict, and each reaches its command")
    func keys() {
        let catalog = Catalog.whole
        #expect(catalog.keymap.conflicts(catalog).isEmpty)
        for command in catalog.commands {
            for binding in command.defaultKeys {
                for pane in catalog.panes where binding.acts(in: pane) {
                    let reached = catalog.command(for: binding.key, in: pane, catalog.keymap)
                    #expect(reached == command, "\(binding.key.name) in \(pane)")
                }
            }
        }
    }

    @Test("names and titles of commands and panes stand for one each")
    func names() {
        let commands = Catalog.whole.commands
        #expect(Set(commands.map(\.name)).count == commands.count)
        #expect(Set(commands.map(\.title)).count == commands.count)
        let panes = Catalog.whole.panes
        #expect(Set(panes.map(\.number)).count == panes.count)
        #expect(Set(panes.map(\.configurationName)).count == panes.count)
        #expect(
            panes.allSatisfy { pane in !commands.contains { $0.name == pane.configurationName } })
    }

    @Test("every hint and every short form stands for one command")
    func hintsAndShortForms() {
        let catalog = Catalog.whole
        for row in catalog.rows {
            #expect(row.hints.allSatisfy { catalog.command($0) != nil }, "\(row.id)")
        }
        let names = catalog.shortForms.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { catalog.command($0) == nil })
    }

    @Test("the features add to the core, and take nothing from it")
    func additions() {
        let whole = Catalog.whole.commands.map(\.name)
        #expect(Set(Catalog.core.commands.map(\.name)).isSubset(of: whole))
        #expect(Set(Catalog.core.panes).isSubset(of: Catalog.whole.panes))
    }

    @Test("every pane of the program is sound in every situation", arguments: Catalog.whole.panes)
    func sound(pane: PaneID) {
        for situation in [Situation.empty, .hostile, .overfull] {
            var state = situation.dashboard(80, 24, catalog: .whole)
            state.focus(on: pane)
            let screen = SoundScreen(state)
            #expect(screen.rowsOfOtherWidth.isEmpty)
            #expect(screen.unsafeScalars.isEmpty)
        }
    }
}
