import ChannelsProtocol
import TextScreen

extension DashboardState {
    /// Takes in what the program says of its own doing.
    mutating func handleReport(_ action: Action) -> [Effect] {
        switch action {
        case .exportProgress(let written, let count):
            let share = count > 0 ? written * 100 / count : 100
            self.show(
                .info,
                "exporting: \(Figures.grouped(written)) of \(Figures.grouped(count)) events, \(share) %"
            )
        case .fileExists(let effect, let path): self.fileExists(effect, path: path)
        case .themeShown(_, let glyphs): self.options.glyphs = glyphs
        case .mouseSwitched(let isOn):
            self.mouseSwitched(isOn)
            return [.saveSettings(self.settings)]
        case .configured(let settings, let keymap):
            self.settings = settings
            self.settings.promptHistory = self.promptMemory.saved
            self.options.keymap = keymap
            self.events.setSystemRows(settings.showsSystemRows)
            self.inspector?.wraps = settings.wrapsInspector
        case .figures(let figures): self.figures = self.wantsFigures ? figures : []
        default: break
        }
        return []
    }
}
