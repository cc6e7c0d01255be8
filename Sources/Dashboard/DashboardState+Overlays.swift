import ChannelsProtocol
import TextScreen

// Keys and the mouse in what is open over the panes.
extension DashboardState {
    mutating func handleInPicker(_ key: KeyPress) -> [Effect] {
        guard var picker = self.picker else { return [] }
        let former = picker.selectedItem
        let answer = picker.handle(key, in: self.bodyRect)
        self.picker = picker
        switch answer {
        case .none: return self.tryOn(unless: former)
        case .close: return self.closePicker()
        case .choose(let name): return self.choose(name)
        case .remove(let name):
            let isFilter = picker.command == .savedFilters
            self.open(.confirm(isFilter ? .forgetFilter(name) : .forgetLayout(name)))
            return []
        }
    }

    /// Shows a theme as soon as another one is selected.
    private mutating func tryOn(unless former: PickerOverlay.Item?) -> [Effect] {
        guard let picker = self.picker, picker.command == .themes,
            let item = picker.selectedItem, item != former
        else { return [] }
        self.picker?.triedOn = item.name
        return [.showTheme(item.name)]
    }

    /// Closes the list; a theme that was tried on is taken off.
    private mutating func closePicker() -> [Effect] {
        guard let picker = self.picker else { return [] }
        self.picker = nil
        guard let tried = picker.triedOn, tried != self.settings.theme else { return [] }
        return [.showTheme(self.settings.theme)]
    }

    private mutating func choose(_ name: String) -> [Effect] {
        guard let picker = self.picker else { return [] }
        self.picker = nil
        self.notice = nil
        do {
            let effects = try self.perform(picker.command, argument: name)
            self.scan()
            // A theme that was tried on is shown already.
            return picker.triedOn == name ? effects.filter { $0 != .showTheme(name) } : effects
        } catch {
            self.show(.warning, error.text)
            return []
        }
    }

    mutating func handleInHelp(_ key: KeyPress) -> [Effect] {
        let rect = self.bodyRect
        switch self.help?.handle(key, in: rect) {
        case .close: self.help = nil
        case .run(let command):
            self.help = nil
            return self.run(command)
        case .none?, nil:
            break
        }
        return []
    }

    // MARK: The mouse

    /// Whether a list stands over the panes, and takes the mouse.
    var hasOverlay: Bool { self.picker != nil || self.help != nil }

    /// Does what the mouse means while a list is open: a press selects an item, or runs the selected
    /// one; beside the list it closes it.
    mutating func pointInOverlay(_ press: MousePress) -> [Effect] {
        switch press.kind {
        case .wheelUp: return self.handleInList(.up)
        case .wheelDown: return self.handleInList(.down)
        case .drag, .release: return []
        case .press: break
        }
        let rect = self.bodyRect
        let hit =
            self.picker?.hit(x: press.x, y: press.y, in: rect)
            ?? self.help?.hit(x: press.x, y: press.y, in: rect)
        switch hit {
        case .outside: return self.handleInList(.escape)
        case .item(let index): return self.pressItem(index)
        case .inside, nil: return []
        }
    }

    private mutating func handleInList(_ key: KeyPress) -> [Effect] {
        self.picker != nil ? self.handleInPicker(key) : self.handleInHelp(key)
    }

    private mutating func pressItem(_ index: Int) -> [Effect] {
        if let former = self.picker?.selectedItem {
            self.picker?.select(index)
            if self.picker?.selectedItem == former { return self.handleInPicker(.enter) }
            return self.tryOn(unless: former)
        }
        let former = self.help?.selectedCommand
        self.help?.select(index)
        return self.help?.selectedCommand == former ? self.handleInHelp(.enter) : []
    }
}
