import ChannelsProtocol
import OrderedCollections
import TextScreen

// The command line, the pickers and what else opens over the panes.
extension DashboardState {
    mutating func openTool(_ command: Command) -> [Effect] {
        switch command {
        case .commandLine: self.open(.command)
        case .saveLayout, .saveFilter: self.open(.argument(command))
        case .figures:
            self.wantsFigures.toggle()
            self.figures = []
        default: self.pick(command)
        }
        return []
    }

    /// Why one of them can do nothing now; `nil` when it can.
    func toolReason(for command: Command) -> String? {
        switch command {
        case .themes where self.options.themes.isEmpty: "there is no theme to choose"
        case .policy where self.options.policies.isEmpty: "there is no other policy to choose"
        default: nil
        }
    }

    /// Opens the list of what a command may be given.
    private mutating func pick(_ command: Command) {
        let items = self.items(for: command)
        switch command {
        case .themes: self.picker = PickerOverlay(command, items, current: self.settings.theme)
        case .layout: self.picker = PickerOverlay(command, items, current: self.layoutName)
        default: self.picker = PickerOverlay(command, items)
        }
    }

    private func items(for command: Command) -> [PickerOverlay.Item] {
        switch command {
        case .themes:
            return self.options.themes.map {
                PickerOverlay.Item(name: $0, detail: self.options.themeVariants[$0] ?? "")
            }
        case .layout:
            let presets = LayoutSettings.Preset.allCases.map {
                PickerOverlay.Item(name: $0.rawValue, detail: $0.summary)
            }
            return presets
                + self.settings.savedLayouts.keys.map {
                    PickerOverlay.Item(name: $0, detail: "saved", isRemovable: true)
                }
        case .savedFilters:
            return self.settings.savedFilters.map {
                PickerOverlay.Item(name: $0.key, detail: $0.value, isRemovable: true)
            }
        case .copyAs:
            let forms = self.copySubject.map { CopyText.forms(of: $0) } ?? []
            return forms.map { PickerOverlay.Item(name: $0.rawValue, detail: $0.title) }
        default:
            return self.options.policies.map { PickerOverlay.Item(name: $0) }
        }
    }
}

extension DashboardState {
    /// The figures of the program, and those of the log.
    var allFigures: [Action.Figure] {
        let ring = self.events.ring
        return self.figures + [
            Action.Figure("log rows", Figures.grouped(ring.count)),
            Action.Figure("log bytes", Figures.bytes(ring.bytes)),
        ]
    }
}
