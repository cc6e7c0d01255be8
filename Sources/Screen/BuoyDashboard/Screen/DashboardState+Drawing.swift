import BuoyScripts
package import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension DashboardState {
    package func screen() -> Canvas {
        var canvas = Canvas(size: self.size, glyphs: self.options.glyphs)
        self.draw(on: &canvas)
        return canvas
    }

    package func draw(on canvas: inout Canvas) {
        let layout = self.layout
        canvas.draw(in: layout.header) {
            if self.facesAudience {
                self.connection.drawForAudience(on: &$0, now: self.now)
            } else {
                self.connection.draw(on: &$0, self.labels, now: self.now)
            }
        }
        guard layout.sizeClass != .tooSmall else {
            self.drawTooSmall(on: &canvas, header: layout.header)
            return
        }
        if !layout.tabs.isEmpty { canvas.draw(in: layout.tabs) { self.drawTabs(on: &$0) } }
        for place in layout.places {
            canvas.draw(in: place.rect) { self.draw(place, on: &$0, layout) }
        }
        for divider in layout.dividers { canvas.drawDivider(divider) }
        let body = self.bodyRect(in: layout)
        if self.wantsFigures {
            FiguresOverlay(figures: self.allFigures).draw(on: &canvas, in: body)
        } else if let result = self.shownResult {
            let figures = result.facts.map { Action.Figure($0.label, $0.value) }
            FiguresOverlay(title: result.title, figures: figures)
                .draw(on: &canvas, in: body)
        }
        self.drawBottom(on: &canvas, layout)
        self.picker?.draw(on: &canvas, in: body)
        self.help?.draw(on: &canvas, in: body)
        self.keys?.draw(on: &canvas, in: body)
    }

    var facesAudience: Bool {
        self.catalog.profiles.contains { $0.id == self.focus && $0.facesAudience }
    }

    private var labels: ConnectionLabels {
        ConnectionLabels(
            server: self.serverName, peer: self.panes.peer?.address ?? "",
            isNamed: self.options.servers.current != nil,
            isReadOnly: self.options.readOnly != nil, line: self.options.serverColor?.role)
    }

    var bodyRect: Rect { self.bodyRect(in: self.layout) }

    private func bodyRect(in layout: DashboardLayout) -> Rect {
        let below = self.size.bounds.split(top: layout.header.height).rest
        return below.split(bottom: layout.tabs.isEmpty ? 2 : 1).rest
    }

    private func drawTooSmall(on canvas: inout Canvas, header: Rect) {
        let least = SizeClass.smallest
        let needed = "\(least.columns)x\(least.rows) needed"
        let key = { (command: Command) in
            self.options.keymap.hintKey(for: command.id, in: self.focus) ?? ":\(command.name)"
        }
        let (help, quit) = (key(.help), key(.quit))
        let body = canvas.bounds.split(top: header.height).rest
        // A very narrow screen shows only the sizes.
        let forms = [
            "The screen is too small: \(needed), \(self.size.columns)x\(self.size.rows) available. "
                + "\(quit) quits, \(key(.redraw)) redraws, \(key(.suspend)) suspends; "
                + "\(help) and the other keys need more room.",
            "\(needed), \(self.size.columns)x\(self.size.rows) available. "
                + "\(quit) quits; \(help) needs more room.",
            "\(needed); \(quit) quits, no \(help)", "\(needed); \(quit) quits", needed,
        ].map { SafeText.lines(of: $0, width: body.width, limit: 12) }
        let text =
            forms.first { lines in
                lines.count <= body.height && lines.allSatisfy { $0.width <= body.width }
            } ?? forms[forms.count - 1]
        let box = body.centered(width: text.map(\.width).max() ?? 0, height: text.count)
        canvas.draw(in: box) { canvas in
            for (y, line) in text.enumerated() { canvas.put(line, x: 0, y: y, role: .flashWarn) }
        }
    }

    private func drawBottom(on canvas: inout Canvas, _ layout: DashboardLayout) {
        let isOneLine = layout.status.y == layout.footer.y
        if let question = self.confirmation {
            canvas.draw(in: layout.status) { question.draw(on: &$0) }
            if !isOneLine { canvas.draw(in: layout.footer) { $0.drawHints(question.hints) } }
            return
        }
        if let prompt = self.completedPrompt {
            self.draw(prompt, on: &canvas, layout, isOneLine)
            return
        }
        let hasMessage = self.drawStatus(on: &canvas, layout, isOneLine)
        if !isOneLine || !hasMessage { canvas.draw(in: layout.footer) { self.drawFooter(on: &$0) } }
    }

    private func draw(
        _ prompt: Prompt, on canvas: inout Canvas, _ layout: DashboardLayout, _ isOneLine: Bool
    ) {
        canvas.draw(in: layout.status) { prompt.draw(on: &$0) }
        prompt.drawList(on: &canvas, endY: layout.status.y)
        let width = canvas.width - 2
        let reason = prompt.error.map { SafeText.lines(of: $0, width: width) } ?? []
        if isOneLine || reason.count > 1 {
            let rows = canvas.lastRows(reason.count, endY: layout.status.y)
            canvas.draw(in: rows) { canvas in
                for (y, line) in reason.enumerated() {
                    canvas.put(line, x: 1, y: y, role: .promptError)
                }
            }
        }
        guard !isOneLine else { return }
        canvas.draw(in: layout.footer) { canvas in
            if reason.count == 1 {
                canvas.put(reason[0], x: 1, y: 0, role: .promptError)
            } else if reason.isEmpty, let remark = self.remark(on: prompt) {
                let text = SafeText(sanitizing: remark.text, limit: 400)
                canvas.put(text, x: 1, y: 0, role: remark.isProblem ? .promptError : .footerText)
            } else {
                let typed = self.typedCommand(prompt).map { ($0.commandLineForm, $0.title) }
                prompt.drawHints(on: &canvas, typed: typed)
            }
        }
    }

    /// Returns whether there is a notice. A long one uses rows of the pane above, because its end
    /// is often important.
    private func drawStatus(
        on canvas: inout Canvas, _ layout: DashboardLayout, _ isOneLine: Bool
    ) -> Bool {
        if let welcome = self.welcome(width: canvas.width - 2) {
            canvas.draw(in: layout.status) { _ = $0.put(welcome, x: 1, y: 0) }
            return true
        }
        // What the client reports is for the speaker, who finds it in the log.
        if let notice = self.notice, notice.isAnswer || !self.facesAudience {
            let lines = SafeText.lines(of: notice.text, width: canvas.width - 4)
            // Keep the hints of a small screen visible.
            let endY = isOneLine ? layout.footer.y : layout.status.endY
            canvas.draw(in: canvas.lastRows(lines.count, endY: endY)) { canvas in
                canvas.put(glyph: notice.glyph(canvas.glyphs.marks), x: 1, y: 0, role: notice.role)
                for (y, line) in lines.enumerated() {
                    canvas.put(
                        line, x: 3, y: y, maxWidth: max(canvas.width - 4, 0), role: notice.role)
                }
            }
            return !isOneLine
        }
        if self.isReplay, !isOneLine {
            return canvas.draw(in: layout.status) { self.drawSeekBar(on: &$0) }
        }
        if let step = self.nextStep {
            self.draw(nextStep: step, on: &canvas, layout, isOneLine)
            return !isOneLine
        }
        guard !isOneLine else { return false }
        guard self.events.isHeld, self.events.newCount > 0 else { return false }
        let count = Figures.counted(self.events.newCount, "new event")
        canvas.draw(in: layout.status) { canvas in
            _ = canvas.put(
                "\(count) while paused; press p to follow again", x: 1, y: 0, role: .eventNew)
        }
        return true
    }

    /// In the free line above the hints and in blank rows; covers at most one row of a pane, and no
    /// title.
    private func draw(
        nextStep text: String, on canvas: inout Canvas, _ layout: DashboardLayout,
        _ isOneLine: Bool
    ) {
        let endY = isOneLine ? layout.footer.y : layout.status.endY
        let free = endY - layout.status.y
        let isTitle = layout.places.contains { $0.rect.y == layout.status.y - 1 }
        let rows = max(canvas.blankRows(above: layout.status.y), isTitle ? 0 : 1)
        let lines = SafeText.lines(of: text, width: canvas.width - 4, limit: free + rows)
        canvas.draw(in: canvas.lastRows(lines.count, endY: endY)) { canvas in
            canvas.put(glyph: canvas.glyphs.right, x: 1, y: 0, role: .flashInfo)
            for (y, line) in lines.enumerated() { canvas.put(line, x: 3, y: y, role: .text) }
        }
    }

    private func drawFooter(on canvas: inout Canvas) {
        if self.isBehind { return }
        let ofHelp = self.help == nil ? nil : HelpOverlay.hints
        let ofKeys = self.keys == nil ? nil : KeyPage.hints
        if let hints = self.picker?.hints ?? ofHelp ?? ofKeys {
            canvas.drawHints(hints)
            return
        }
        for hint in self.footerHints(width: canvas.width) {
            canvas.put(
                hint.line, x: hint.columns.lowerBound, y: 0, maxWidth: hint.columns.count)
        }
    }

    private var hintsOfState: [Command] {
        if self.isReplay { return [] }
        if self.connection.liveness.noAnswer(at: self.now) != nil {
            return [.ping, .reconnect, .show(.connection)]
        }
        let isConnected = self.connection.state == .connected
        return isConnected ? [] : [.connect, .show(.connection), .faults, .disconnect]
    }

    var hints: [Command] {
        let ofPane = (self.catalog.row(self.focus)?.hints ?? []).compactMap {
            self.catalog.command($0)
        }
        if self.facesAudience { return ofPane }
        // Where both keys do the same, one says it.
        let searches: [Command] =
            self.paneSearch?.isFilter == true ? [.filter] : [.filter, .search]
        let others: [Command] =
            self.isAlone
            ? searches : searches + [.subscribe, .bind, .pause, .markItem, .sort, .trigger]
        let time: [Command] =
            self.isReplay ? [.stopTime, .slower, .faster, .seekBack, .seekForward] : []
        let reading: [Command] =
            !self.isInspectorOpen || self.focus == .inspector
            ? [] : [.inspectorDown, .difference, .cancel]
        let refused: [Command] =
            self.focus == .channels && self.selectedFailure != nil
            ? [.inspect, .resubscribe, .unsubscribe] : []
        let isUndoNear = self.now.duration(since: self.undoableSince) < .seconds(10)
        let undo: [Command] = self.undoSteps.isEmpty || !isUndoNear ? [] : [.undo]
        let first = self.hintsOfState + refused + time + undo + reading
        let next = (ofPane + others + [.nextPane, .show(.connection)]).filter {
            !first.contains($0)
        }
        // Keep the first of duplicates.
        let all = OrderedSet([.help] + first + next + [.quit])
        return Array(all)
    }
}

extension Canvas {
    fileprivate func blankRows(above y: Int) -> Int {
        (0..<min(y, self.height)).reversed().prefix { y in
            (0..<self.width).allSatisfy { self[$0, y].scalar == " " }
        }.count
    }

    fileprivate mutating func drawDivider(_ rect: Rect) {
        let lines = self.glyphs.lines
        self.verticalRule(x: rect.x, y: rect.y, height: rect.height)
        let top = rect.height > 1 ? lines.teeDown : lines.rule
        self.put(glyph: top, x: rect.x, y: rect.y, role: .border)
        if rect.height > 1, self[rect.x, rect.endY].scalar == lines.rule {
            self.put(glyph: lines.teeUp, x: rect.x, y: rect.endY, role: .border)
        }
    }

    fileprivate mutating func lastRows(_ count: Int, endY: Int) -> Rect {
        let rows = Rect(x: 0, y: endY - count, width: self.width, height: count)
        self.fill(rows)
        return rows
    }
}
