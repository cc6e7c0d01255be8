import TextScreen

/// The table of commands on the screen: typing searches it, Enter runs what is selected.
struct HelpOverlay: Hashable, Sendable {
    /// What a key came to.
    enum OnKey: Hashable, Sendable {
        case none
        case close
        case run(Command)
    }

    private enum Line: Hashable {
        case heading(Command.Section)
        case command(Command)
    }

    private let keymap: Keymap
    private var field = TextField()
    private var selected = 0
    private var scroll = ListScroll()

    init(keymap: Keymap) { self.keymap = keymap }

    /// The commands that match what was typed.
    private var commands: [Command] {
        let needle = Needle(self.field.text)
        return Command.Section.allCases.flatMap { section in
            Command.allCases.filter { command in
                command.section == section
                    && (needle.occurs(in: command.title) || needle.occurs(in: command.summary)
                        || self.keymap.keyNames(for: command).contains { needle.occurs(in: $0) })
            }
        }
    }

    private var lines: [Line] {
        let commands = self.commands
        return Command.Section.allCases.flatMap { section -> [Line] in
            let inside = commands.filter { $0.section == section }
            return inside.isEmpty ? [] : [.heading(section)] + inside.map(Line.command)
        }
    }

    private var selectedCommand: Command? {
        let commands = self.commands
        return commands.isEmpty ? nil : commands[min(self.selected, commands.count - 1)]
    }

    /// Handles a key, on a screen with this many rows for the list.
    mutating func handle(_ key: KeyPress, height: Int) -> OnKey {
        switch key {
        case .escape, .function(1), .control("C"): return .close
        // With something typed, these are letters like any other.
        case .character("q"), .character("?"):
            if self.field.isEmpty { return .close }
            _ = self.field.edit(key)
        case .enter: return self.selectedCommand.map(OnKey.run) ?? .none
        case .up: self.move(.rows(-1), height)
        case .down: self.move(.rows(1), height)
        case .pageUp: self.move(.pages(-1), height)
        case .pageDown: self.move(.pages(1), height)
        default:
            guard self.field.edit(key) else { return .none }
            self.selected = 0
        }
        let lines = self.lines
        self.scroll.settle(selected: self.selectedLine(lines), count: lines.count, height: height)
        return .none
    }

    private mutating func move(_ movement: Movement, _ height: Int) {
        self.selected = movement.target(
            from: self.selected, count: self.commands.count, height: height)
    }

    private func selectedLine(_ lines: [Line]) -> Int {
        guard let command = self.selectedCommand else { return 0 }
        let line = lines.firstIndex(of: .command(command)) ?? 0
        // The heading over the first command is seen with it.
        return self.selected == 0 ? 0 : line
    }

    /// The box, inside a region: as large as the list needs, if there is room; the whole width of a
    /// narrow one, where a rest of rows at its sides would only be in the way.
    private static func box(in rect: Rect, rows: Int) -> Rect {
        rect.centered(
            width: rect.width < 80 ? rect.width : 76, height: min(rect.height, rows + 6))
    }

    /// Rows below the list: a rule, the sentence of the selected command, the hints. A short box
    /// needs them for the list.
    private static func detailRows(in height: Int) -> Int { height >= 12 ? 4 : height >= 8 ? 2 : 0 }

    /// How many rows of the list a region has room for.
    static func listHeight(in rect: Rect) -> Int {
        max(rect.height - 2 - self.detailRows(in: rect.height), 1)
    }
}

// MARK: - Drawing

extension HelpOverlay {
    /// Draws the list over a region.
    ///
    /// - Parameter reason: why a command cannot act now; `nil` when it can.
    func draw(on canvas: inout Canvas, in rect: Rect, reason: (Command) -> String?) {
        let lines = self.lines
        let allRows = Command.allCases.count + Command.Section.allCases.count
        let box = Self.box(in: rect, rows: allRows)
        canvas.fill(box)
        canvas.box(box, role: .borderFocused)
        self.drawTitle(on: &canvas, box)
        let inner = box.inset(horizontal: 2, vertical: 1)
        let (list, detail) = inner.split(bottom: Self.detailRows(in: box.height))
        var hidden = 0
        canvas.draw(in: list) { canvas in
            if lines.isEmpty { canvas.put("No command matches.", x: 1, y: 0, role: .muted) }
            let top = self.scroll.top(
                selected: self.selectedLine(lines), count: lines.count, height: canvas.height)
            for y in 0..<canvas.height where top + y < lines.count {
                self.draw(lines[top + y], y: y, on: &canvas, reason: reason)
            }
            hidden = max(lines.count - top - canvas.height, 0)
        }
        if hidden > 0 {
            canvas.put(
                " \(glyph: canvas.glyphs.down) \(hidden) more ", x: box.x + 3, y: box.endY - 1,
                role: .muted)
        }
        canvas.draw(in: detail) { self.drawDetail(on: &$0, reason: reason) }
    }

    private func drawTitle(on canvas: inout Canvas, _ box: Rect) {
        let count: SafeText = " \(self.commands.count) of \(Command.allCases.count) "
        canvas.put(count, endX: box.endX - 2, y: box.y, role: .muted)
        var x = box.x + 2
        x += canvas.put(" Keys  ", x: x, y: box.y, role: .title)
        x += canvas.put("search: ", x: x, y: box.y, role: .muted)
        let width = min(max(box.endX - 12 - x, 0), 24)
        canvas.fill(Rect(x: x, y: box.y, width: width, height: 1))
        self.field.draw(
            on: &canvas, in: Rect(x: x, y: box.y, width: width, height: 1), role: .prompt)
    }

    private func draw(
        _ line: Line, y: Int, on canvas: inout Canvas, reason: (Command) -> String?
    ) {
        switch line {
        case .heading(let section):
            canvas.put(SafeText(ours: section.rawValue), x: 0, y: y, role: .title)
        case .command(let command):
            let isAvailable = reason(command) == nil
            let keys = self.keymap.keyNames(for: command).joined(separator: " ")
            canvas.put(
                SafeText(sanitizing: keys), x: 2, y: y, maxWidth: 18,
                role: isAvailable ? .footerKey : .muted)
            let x = 21
            let width = canvas.put(
                SafeText(ours: command.title), x: x, y: y, role: isAvailable ? .text : .muted)
            let panes = self.paneNames(of: command)
            if !panes.isEmpty {
                canvas.put("in \(panes)", x: x + width + 1, y: y, role: .muted)
            }
            if command == self.selectedCommand {
                canvas.put(glyph: canvas.glyphs.selected, x: 0, y: y, role: .title)
                let row = Rect(x: 0, y: y, width: canvas.width, height: 1)
                canvas.overlay(.selection, in: row)
            }
        }
    }

    private func paneNames(of command: Command) -> String {
        let bindings = self.keymap.keys(for: command)
        guard bindings.allSatisfy({ !$0.panes.isEmpty }) else { return "" }
        let panes = bindings.reduce(into: Set<PaneID>()) { $0.formUnion($1.panes) }
        return panes.sorted { $0.rawValue < $1.rawValue }.map(\.title).joined(separator: ", ")
    }

    private func drawDetail(on canvas: inout Canvas, reason: (Command) -> String?) {
        canvas.horizontalRule(y: 0)
        if let command = self.selectedCommand {
            let lines = SafeText.lines(of: command.summary, width: canvas.width, limit: 2)
            for (row, line) in lines.enumerated() { canvas.put(line, x: 0, y: 1 + row) }
            if let reason = reason(command) {
                canvas.put("not now: \(reason)", x: 0, y: 1 + lines.count, role: .flashWarn)
            }
        }
    }

    /// The keys that act while it is open, for the last line of the screen.
    static let hints = [("Enter", "run it"), ("Up Down", "select"), ("Esc", "close")]
}
