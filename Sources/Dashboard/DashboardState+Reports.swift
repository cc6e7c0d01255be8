import DashboardSetup
import EventWords
import Formatting

// Reports of the program about its own work.
extension DashboardState {
    mutating func showProgress(_ written: Int, of count: Int) {
        let share = count > 0 ? written * 100 / count : 100
        let (done, all) = (Figures.grouped(written), Figures.grouped(count))
        self.show(.info, "exporting: \(done) of \(all) events, \(share) %")
    }

    /// The configuration was reloaded.
    mutating func configure(_ settings: DashboardSettings, _ keymap: Keymap) {
        self.revision &+= 1
        self.endWelcome()
        self.settings = settings
        self.settings.promptHistory = self.promptMemory.saved
        self.options.keymap = keymap
        self.events.setSystemRows(settings.showsSystemRows)
        self.inspector?.wraps = settings.wrapsInspector
    }
}
