import ChannelsProtocol
import TextScreen

extension EventLogPane {
    /// Where the columns of a row begin, by the width of the pane.
    ///
    /// ```
    /// ▸14:02:33 presence-lobby ~joined            57B {"bid":60121.0,"ask":60121.5}
    /// 0 1       10             25 (mark) 26       41  47
    /// ```
    struct Columns: Hashable {
        let time = 1
        let hasMilliseconds: Bool
        let channel: Int
        let channelWidth: Int
        /// One cell for the mark, then the name.
        let name: Int
        let nameWidth: Int
        /// `nil` when there is no room for sizes.
        let size: Int?
        let detail: Int

        init(width: Int) {
            self.hasMilliseconds = width >= 110
            self.channel = 1 + (self.hasMilliseconds ? 12 : 8) + 1
            let step = [110, 90, 80, 56, 0].firstIndex { width >= $0 } ?? 4
            self.channelWidth = [20, 17, 14, 12, 10][step]
            self.name = self.channel + self.channelWidth + 1
            self.nameWidth = [20, 16, 15, 11, 9][step]
            let end = self.name + 1 + self.nameWidth + 1
            self.size = width >= 56 ? end : nil
            self.detail = width >= 56 ? end + 6 : end
        }
    }

    func draw(on canvas: inout Canvas, _ frame: PaneFrame) {
        let content = canvas.drawTitle(
            frame, facts: self.filterFacts(canvas.glyphs),
            right: self.stateFacts(glyphs: canvas.glyphs), keepsRight: true)
        canvas.draw(in: content) { self.drawRows(on: &$0, frame) }
    }

    /// What is filtered and searched for.
    private func filterFacts(_ glyphs: GlyphSet) -> StyledLine {
        var facts = StyledLine()
        let texts = [
            ("filter", self.view.filter?.source, Role.text),
            ("search", self.search?.needle.text, .match),
        ]
        for case (let label, let text?, let role) in texts {
            facts.append("\(facts.width > 0 ? "  " : "")\(glyph: glyphs.separator) ", .muted)
            facts.append("\(label) ", .muted)
            facts.append(SafeText(sanitizing: text, limit: 60), role)
        }
        return facts
    }

    /// Whether it follows, what is new, and how much is kept: for the title, or for the tabs.
    func stateFacts(glyphs: GlyphSet) -> StyledLine {
        var facts = StyledLine(
            self.isHeld ? "PAUSED  " : "FOLLOW  ", self.isHeld ? .flashWarn : .muted)
        if self.isHeld {
            facts.append(self.newFacts(glyphs: glyphs))
            facts.append("  ")
        }
        facts.append(self.countText, .muted)
        if self.skipped > 0 {
            facts.append("  ")
            facts.append("\(Figures.grouped(self.skipped)) skipped", .flashWarn)
        }
        return facts
    }

    /// How many rows came since the log was held.
    func newFacts(glyphs: GlyphSet) -> StyledLine {
        let count = Figures.grouped(self.newCount)
        let role: Role = self.newCount > 0 ? .eventNew : .muted
        return StyledLine("\(glyph: glyphs.down) \(count) new", role)
    }

    private var countText: SafeText {
        let kept = Figures.grouped(self.ring.count)
        guard self.view.filter != nil else {
            guard self.ring.first > 0 else { return "\(kept) kept" }
            return "\(kept) kept of \(Figures.grouped(self.ring.next))"
        }
        let shown = Figures.grouped(self.count)
        let remaining = self.view.remaining(in: self.ring)
        guard remaining > 0 else { return "\(shown) of \(kept) match" }
        return "\(shown) match, \(Figures.grouped(remaining)) to look at"
    }

    private func drawRows(on canvas: inout Canvas, _ frame: PaneFrame) {
        guard self.count > 0 else {
            canvas.drawEmpty(self.emptyText, in: canvas.bounds)
            return
        }
        let columns = Columns(width: canvas.width)
        let top = self.topIndex(height: canvas.height)
        for y in 0..<canvas.height {
            guard let sequence = self.view.sequence(at: top + y, in: self.ring),
                let event = self.ring[sequence]
            else { return }
            self.drawRow(event, columns, y: y, on: &canvas, frame)
            var isSelected = false
            if case .held(sequence, _, _) = self.position { isSelected = true }
            if isSelected { canvas.markSelection(y: y, frame) }
            if let search = self.search {
                canvas.highlight(
                    search.needle.scalars, y: y, from: columns.channel,
                    role: isSelected ? .matchCurrent : .match)
            }
        }
    }

    private var emptyText: [SafeText] {
        if self.view.remaining(in: self.ring) > 0 { return ["Looking for matches…"] }
        guard self.view.filter != nil else {
            return ["Nothing has happened yet.", "s subscribes to channels."]
        }
        return ["No event matches the filter.", "f changes it, Esc clears it."]
    }

    private func drawRow(
        _ event: ClientEvent, _ columns: Columns, y: Int, on canvas: inout Canvas,
        _ frame: PaneFrame
    ) {
        let room = max(canvas.width - columns.detail, 0)
        let text = EventText(event, dataLimit: (self.shift + room + 1) * 4)
        let roles = RowRoles(text)
        let time = Figures.timeOfDay(
            event.time, utcOffsetSeconds: frame.utcOffsetSeconds,
            hasMilliseconds: columns.hasMilliseconds)
        canvas.put(SafeText(ours: time), x: columns.time, y: y, role: roles.time)
        canvas.put(
            SafeText(sanitizing: text.channel, limit: 256), x: columns.channel, y: y,
            maxWidth: columns.channelWidth, role: roles.channel)
        canvas.put(glyph: text.mark, x: columns.name, y: y, role: roles.name)
        canvas.put(
            SafeText(sanitizing: text.name, limit: 256), x: columns.name + 1, y: y,
            maxWidth: columns.nameWidth, role: roles.name)
        var start = columns.detail
        if let column = columns.size {
            if let size = text.size {
                canvas.put(
                    SafeText(ours: Figures.bytes(size)), endX: column + 5, y: y, role: .eventSize)
            } else {
                // A sentence needs the room more than a size that does not exist.
                start = column
            }
        }
        let detail = SafeText(sanitizing: text.detail, limit: (self.shift + room + 8) * 4)
        let part = Rect(x: start, y: y, width: canvas.width - start, height: 1)
        canvas.draw(in: part) { canvas in
            canvas.put(detail, x: -self.shift, y: 0, role: roles.detail)
            if self.shift > 0, !detail.isEmpty {
                canvas.put(glyph: canvas.glyphs.ellipsis, x: 0, y: 0, role: .muted)
            }
        }
    }

    /// The roles of a row's parts.
    private struct RowRoles {
        var time = Role.eventTime
        var channel: Role
        var name: Role
        var detail: Role

        init(_ text: EventText) {
            let isConnection = text.channel == EventText.connectionLabel && text.size == nil
            self.channel = isConnection ? .eventInternal : Role.accent(for: text.channel.utf8)
            switch text.tone {
            case .event: (self.name, self.detail) = (.eventName, .text)
            case .clientEvent, .sent: (self.name, self.detail) = (.eventClient, .text)
            case .report: (self.name, self.detail) = (.eventInternal, .eventInternal)
            case .failure: (self.name, self.detail) = (.eventError, .eventError)
            case .gap:
                (self.time, self.channel, self.name, self.detail) = (.gap, .gap, .gap, .gap)
            }
        }
    }
}
