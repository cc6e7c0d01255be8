import BuoyTextScreen

extension HelpOverlay {
    private static let keysWidth = 18
    private static let title = 21

    func draw(on canvas: inout Canvas, in rect: Rect) {
        let (box, list, lines) = (self.box(in: rect), self.listRect(in: rect), self.lines)
        canvas.fill(box)
        canvas.box(box, role: .borderFocused)
        self.drawTitle(on: &canvas, box)
        let top = self.top(lines, height: list.height)
        canvas.draw(in: list) { canvas in
            if lines.isEmpty {
                let meant = self.suggestion.map { " Did you mean \"\($0)\"?" } ?? ""
                canvas.put(SafeText(ours: "No matches.\(meant)"), x: 1, y: 0, role: .muted)
            }
            for y in 0..<canvas.height where top + y < lines.count {
                self.draw(lines[top + y], y: y, on: &canvas)
            }
        }
        let hidden = lines.dropFirst(top + list.height).count { $0.isCommand }
        if hidden > 0 {
            canvas.put(
                " \(glyph: canvas.glyphs.down) \(hidden) more ", x: box.x + 3, y: box.endY - 1,
                role: .muted)
        }
        let inner = box.inset(horizontal: 2, vertical: 1)
        canvas.draw(in: inner.split(bottom: Self.detailRows(in: box.height)).bottom) {
            self.drawDetail(on: &$0)
        }
    }

    private func drawTitle(on canvas: inout Canvas, _ box: Rect) {
        // Symbols are listed too, but are not commands.
        let found = self.commands.count { $0.id != nil }
        let isAll = self.field.text.isEmpty
        let count = SafeText(ours: isAll ? " \(found) commands " : " \(found) found ")
        canvas.put(count, endX: box.endX - 2, y: box.y, role: .muted)
        var x = box.x + 2
        x += canvas.put(" Keys and commands  ", x: x, y: box.y, role: .title)
        x += canvas.put("type to search: ", x: x, y: box.y, role: .muted)
        let field = Rect(
            x: x, y: box.y, width: min(max(box.endX - 3 - count.width - x, 0), 24), height: 1)
        canvas.fill(field)
        self.field.draw(on: &canvas, in: field, role: .prompt)
    }

    private func draw(_ line: Line, y: Int, on canvas: inout Canvas) {
        switch line {
        case .heading(let section):
            canvas.put(SafeText(ours: section), x: 0, y: y, role: .title)
        case .command(let command):
            self.draw(command, y: y, on: &canvas)
            for word in self.field.text.split(separator: " ") {
                canvas.highlight(Needle(String(word)).scalars, y: y, role: .match)
            }
            if command == self.selectedCommand {
                canvas.put(glyph: canvas.glyphs.selected, x: 0, y: y, role: .title)
                let row = Rect(x: 0, y: y, width: canvas.width, height: 1)
                canvas.overlay(.selection, in: row)
            }
        }
    }

    private func draw(_ command: Entry, y: Int, on canvas: inout Canvas) {
        let reason = self.reason(command)
        let isAvailable = reason == nil
        let keys = self.keyNames(of: command).joined(separator: " ")
        let form = SafeText(ours: command.commandLineForm)
        canvas.put(
            keys.isEmpty ? form : SafeText(sanitizing: keys), x: 2, y: y, maxWidth: Self.keysWidth,
            role: isAvailable ? .footerKey : .muted)
        var x =
            Self.title
            + canvas.put(
                SafeText(ours: command.title), x: Self.title, y: y,
                role: isAvailable ? .text : .muted)
        let panes = self.paneNames(of: command)
        if !panes.isEmpty { x += 1 + canvas.put("in \(panes)", x: x + 1, y: y, role: .muted) }
        if let reason {
            let room = max(canvas.width - x - 2, 0)
            canvas.put(
                SafeText(sanitizing: reason), x: x + 2, y: y, maxWidth: room, role: .flashWarn)
        } else if !keys.isEmpty, x + 2 + form.width <= canvas.width {
            canvas.put(form, endX: canvas.width, y: y, role: .muted)
        }
    }

    private func paneNames(of command: Entry) -> String {
        let bindings = (command.id.map { [$0] + command.variants } ?? [])
            .flatMap { self.keymap.keys(for: $0) }
        guard bindings.allSatisfy({ !$0.panes.isEmpty }) else { return "" }
        let panes = bindings.reduce(into: Set<PaneID>()) { $0.formUnion($1.panes) }
        return panes.sorted { $0.number < $1.number }.map(\.title).joined(separator: ", ")
    }

    /// The sentence, why the command is not available, how to change its keys, and its command line
    /// name, in this order, as far as there is room.
    private func drawDetail(on canvas: inout Canvas) {
        guard canvas.height > 0, let command = self.selectedCommand else { return }
        canvas.horizontalRule(y: 0)
        var lines = SafeText.lines(
            of: command.summary, width: canvas.width, limit: canvas.height > 2 ? 2 : 1
        ).map { StyledLine($0) }
        guard let id = command.id else {
            canvas.put(lines[0], x: 0, y: 1)
            return
        }
        if let reason = self.reason(command) {
            lines.append(StyledLine("not now: \(reason)", .flashWarn))
        }
        let room = canvas.height - 1 - lines.count
        let variants = command.variants.filter { !self.keymap.keys(for: $0).isEmpty }
        let own = variants.isEmpty || !self.keymap.keys(for: id).isEmpty ? [id] : []
        lines += self.configuration(of: own + variants, width: canvas.width).prefix(max(room, 0))
        // Its name fits in some rows of the list, but not in all.
        if lines.count + 1 < canvas.height {
            lines.append(StyledLine("runs as \(SafeText(ours: command.commandLineForm))", .muted))
        }
        for (row, line) in lines.enumerated() { canvas.put(line, x: 0, y: 1 + row) }
    }

    private func configuration(of commands: [CommandName], width: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        for line in commands.flatMap({ self.keymap.configurationLines(for: $0) }) {
            let text = SafeText(sanitizing: line)
            if let last = lines.last, last.width + 3 + text.width <= width {
                lines[lines.count - 1].append("   \(text)", .muted)
            } else {
                lines.append(
                    StyledLine(lines.isEmpty ? "config: \(text)" : "        \(text)", .muted))
            }
        }
        return lines
    }

    static let hints: [(key: String, text: String)] = [
        ("Enter", "run"), ("Up Down", "select"), ("Ctrl-U", "clear"), ("Esc", "close"),
    ]
}
