import ChannelsProtocol
import TextScreen

extension DashboardState {
    /// Takes in what the program says of its own doing.
    mutating func handleReport(_ action: Action) -> [Effect] {
        switch action {
        case .themeShown(_, let glyphs): self.options.glyphs = glyphs
        case .mouseSwitched(let isOn): self.mouseSwitched(isOn)
        case .configured(let settings, let keymap):
            self.settings = settings
            self.settings.promptHistory = self.promptMemory.saved
            self.options.keymap = keymap
            self.events.setSystemRows(settings.showsSystemRows)
        case .figures(let figures): self.figures = self.wantsFigures ? figures : []
        default: break
        }
        return []
    }
}
