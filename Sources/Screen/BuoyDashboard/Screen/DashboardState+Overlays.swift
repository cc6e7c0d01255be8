import BuoyTextScreen
import ChannelsProtocol

extension DashboardState {
    /// Opens a list.
    package mutating func open(_ kind: PickerKind) { self.picker = kind.opened(in: self) }

    mutating func handleInPicker(_ key: KeyPress) -> [Effect] {
        guard var picker = self.picker else { return [] }
        let former = picker.selectedItem
        let answer = picker.handle(key, in: self.bodyRect)
        self.picker = picker
        switch answer {
        case .none: return self.preview(unless: former)
        case .close: return self.closePicker()
        case .choose(let name): return self.choose(name)
        case .remove(let name):
            let removal = self.catalog.list(of: picker.command)?.removal
            self.confirmation = removal.map { .remove(name, $0.noun, from: picker.command) }
            return []
        }
    }

    private mutating func preview(unless former: PickerOverlay.Item?) -> [Effect] {
        guard let picker = self.picker,
            let preview = self.catalog.list(of: picker.command)?.preview,
            let item = picker.selectedItem, item != former
        else { return [] }
        self.picker?.previewed = item.name
        return preview(&self, item.name)
    }

    private mutating func closePicker() -> [Effect] {
        guard let picker = self.picker else { return [] }
        self.picker = nil
        guard let previewed = picker.previewed,
            let revert = self.catalog.list(of: picker.command)?.revert
        else { return [] }
        return revert(&self, previewed)
    }

    private mutating func choose(_ name: String) -> [Effect] {
        guard let picker = self.picker, let kind = self.catalog.list(of: picker.command) else {
            return []
        }
        self.picker = nil
        self.notice = nil
        // The previewed item is shown already.
        let shown = picker.previewed == name ? kind.preview?(&self, name) ?? [] : []
        self.previewedLayout = nil
        do {
            let effects = try self.perform(kind.command, argument: name)
            self.scan()
            return effects.filter { !shown.contains($0) }
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
            return self.catalog.command(command).map { self.run($0) } ?? []
        case .none?, nil:
            break
        }
        return []
    }

    /// The reason for a command, or that of its variants if none is available.
    private func listedReason(for command: Command) -> String? {
        let variants = self.catalog.variants(of: command)
        guard !variants.isEmpty else { return self.unavailableReason(for: command) }
        let reasons = variants.compactMap { self.unavailableReason(for: $0) }
        return self.unavailableReason(for: command)
            ?? (command.defaultKeys.isEmpty && reasons.count == variants.count
                ? reasons.first : nil)
    }

    mutating func listCommands() {
        let reasons = self.catalog.commands.compactMap { command in
            self.listedReason(for: command).map { (command.id, $0) }
        }
        self.help = HelpOverlay(
            Command.helpEntries(self), keymap: self.options.keymap,
            reasons: Dictionary(reasons) { first, _ in first })
    }

    mutating func handleInKeyPage(_ key: KeyPress) -> [Effect] {
        switch self.keys?.handle(key) {
        case .close: self.keys = nil
        case .search(let typed):
            self.keys = nil
            self.listCommands()
            if let typed { return self.handleInHelp(typed) }
        case .none?, nil: break
        }
        return []
    }

    var hasOverlay: Bool { self.picker != nil || self.help != nil || self.keys != nil }

    /// A press selects an item, or runs the selected one; outside the list it closes it.
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
            ?? self.keys.map {
                $0.box(in: rect).contains(x: press.x, y: press.y) ? .inside : .outside
            }
        switch hit {
        case .outside: return self.handleInList(.escape)
        case .item(let index): return self.pressItem(index)
        case .inside, nil: return []
        }
    }

    private mutating func handleInList(_ key: KeyPress) -> [Effect] {
        if self.picker != nil { return self.handleInPicker(key) }
        return self.help != nil ? self.handleInHelp(key) : self.handleInKeyPage(key)
    }

    private mutating func pressItem(_ index: Int) -> [Effect] {
        if let former = self.picker?.selectedItem {
            self.picker?.select(index)
            if self.picker?.selectedItem == former { return self.handleInPicker(.enter) }
            return self.preview(unless: former)
        }
        let former = self.help?.selectedCommand
        self.help?.select(index)
        return self.help?.selectedCommand == former ? self.handleInHelp(.enter) : []
    }
}
