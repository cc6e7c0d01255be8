import BuoyTextScreen
import ChannelsProtocol

// A press gives a pane the keys and selects what is under it, a second press opens that, the wheel
// scrolls, and an edge between panes can be dragged.
extension DashboardState {
    mutating func handle(_ press: MousePress) -> [Effect] {
        guard SizeClass(self.size) != .tooSmall else { return [] }
        if press.kind == .press { self.explainMouse() }
        if self.confirmation != nil { return [] }
        if self.prompt != nil {
            if press.kind == .press { self.pressInPrompt(press) }
            return []
        }
        if self.hasOverlay { return self.pointInOverlay(press) }
        switch press.kind {
        case .press: return self.pressed(self.target(x: press.x, y: press.y))
        case .drag:
            self.dragged(x: press.x, y: press.y)
            return []
        case .release:
            let hasMoved = self.pointer.hasMoved
            (self.pointer.drag, self.pointer.hasMoved) = (nil, false)
            return hasMoved ? [.file(.saveSettings(self.settings))] : []
        case .wheelUp: return self.scrolled(-Self.wheelRows, x: press.x, y: press.y)
        case .wheelDown: return self.scrolled(Self.wheelRows, x: press.x, y: press.y)
        }
    }

    private static let wheelRows = 3

    // MARK: On and off

    mutating func mouseSwitched(_ isOn: Bool) {
        self.settings.usesMouse = isOn
        (self.pointer.drag, self.pointer.hasMoved) = (nil, false)
        self.pointer.isExplained = isOn
        let key = self.options.keymap.keyNames(for: .mouse).first ?? ":mouse"
        self.show(
            .info,
            isOn
                ? "mouse on: select, open, scroll; hold Shift to select text; \(key) turns it off"
                : "mouse off: the terminal handles selection; \(key) turns it on")
    }

    private mutating func explainMouse() {
        guard !self.pointer.isExplained else { return }
        self.pointer.isExplained = true
        let key = self.options.keymap.keyNames(for: .mouse).first ?? ":mouse"
        self.show(.info, "hold Shift to select text; \(key) turns the mouse off")
    }

    // MARK: Presses

    private mutating func pressed(_ target: MouseTarget) -> [Effect] {
        switch target {
        case .nothing: return []
        case .tab(let pane): return self.show(pane)
        case .command(let command): return self.run(command)
        case .divider(let boundary):
            self.pointer.drag = MousePointer.Drag(boundary)
            return []
        case .title(let place, let boundary):
            self.pointer.drag = boundary.map(MousePointer.Drag.init)
            self.enter(place.pane, PanePlace(place), isAgain: false)
            return []
        case .row(let place, let row):
            let hadKeys = self.focus == place.pane
            let target = PanePlace(place)
            self.enter(place.pane, target, isAgain: false)
            let wasSelected = self.panes.click(
                at: row, in: place.pane, target, self.paneContext)
            guard wasSelected == true, hadKeys else {
                self.refreshInspector()
                return []
            }
            return self.command(for: .enter, in: place.pane).map { self.run($0) }
                ?? []
        }
    }

    // MARK: The wheel and dragging

    private mutating func scrolled(_ rows: Int, x: Int, y: Int) -> [Effect] {
        guard let place = self.layout.places.first(where: { $0.rect.contains(x: x, y: y) }) else {
            return []
        }
        self.panes.scroll(rows: rows, in: place.pane, PanePlace(place), self.paneContext)
        self.refreshInspector()
        return []
    }

    private mutating func dragged(x: Int, y: Int) {
        guard let drag = self.pointer.drag,
            let boundary = self.layout.boundaries.first(where: { MousePointer.Drag($0) == drag })
        else { return }
        let position = (boundary.axis == .rows ? y : x) - boundary.start
        let before = self.settings.layout
        self.move(boundary, to: position)
        if self.settings.layout != before { self.pointer.hasMoved = true }
    }

    // MARK: Prompts and lists over the panes

    private mutating func pressInPrompt(_ press: MousePress) {
        guard press.y == self.layout.status.y, let cursor = self.screen().cursor,
            let field = self.prompt?.field
        else { return }
        var left = press.x - cursor.x
        var place = field.cursor
        let step = left < 0 ? -1 : 1
        while left != 0 {
            let index = step > 0 ? place : place - 1
            guard field.characters.indices.contains(index) else { break }
            let character = field.characters[index]
            let width = SafeText(sanitizing: String(character), limit: TextField.byteLimit).width
            // Half of a wide character is not enough to move past it.
            guard abs(left) >= width || step < 0 else { break }
            left = step > 0 ? left - width : min(left + width, 0)
            place += step
        }
        self.prompt?.moveCursor(to: place)
    }
}

// MARK: Mouse targets

extension DashboardState {
    func target(x: Int, y: Int) -> MouseTarget {
        let layout = self.layout
        if layout.tabs.contains(x: x, y: y) { return self.tabTarget(x: x, layout) }
        if y == layout.footer.y { return self.footerTarget(x: x, layout) }
        if let place = layout.places.first(where: { $0.rect.contains(x: x, y: y) }) {
            guard place.hasTitle, y == place.rect.y else {
                return .row(place, y - place.content.y)
            }
            return self.titleTarget(x: x, y: y, place, layout)
        }
        let divider = layout.boundaries.first {
            $0.axis == .columns && $0.handle.contains(x: x, y: y)
        }
        return divider.map(MouseTarget.divider) ?? .nothing
    }

    private func tabTarget(x: Int, _ layout: DashboardLayout) -> MouseTarget {
        let line = self.tabLine(width: layout.tabs.width, glyphs: self.options.glyphs)
        if line.state.contains(x) { return .command(.pause) }
        return line.tabs.first { $0.columns.contains(x) }.map { .tab($0.pane) } ?? .nothing
    }

    private func footerTarget(x: Int, _ layout: DashboardLayout) -> MouseTarget {
        // A notice may replace the hints.
        guard layout.footer != layout.status || self.notice == nil else { return .nothing }
        let hint = self.footerHints(width: layout.footer.width).first { $0.columns.contains(x) }
        return hint.map { .command($0.command) } ?? .nothing
    }

    private func titleTarget(
        x: Int, y: Int, _ place: DashboardLayout.Place, _ layout: DashboardLayout
    ) -> MouseTarget {
        if let button = self.titleButton(of: place, layout),
            button.columns.contains(x - place.rect.x)
        {
            switch button.target {
            case .command(let name):
                return self.catalog.command(name).map(MouseTarget.command) ?? .nothing
            case .pane(let pane): return .tab(pane)
            }
        }
        let boundary = layout.boundaries.last {
            $0.axis == .rows && $0.handle.contains(x: x, y: y)
        }
        return .title(place, boundary)
    }
}
