import ChannelsProtocol
import TextScreen

extension MembersPane {
    /// Draws the members of a channel.
    ///
    /// - Parameters:
    ///   - channel: whose members; `nil` when there is no presence channel.
    ///   - lostAt: since when there is no connection, so that the list may be old.
    ///   - right: what stands at the end of the title.
    func draw(
        on canvas: inout Canvas, _ frame: PaneFrame, channel: ChannelName?, lostAt: Timestamp?,
        right: StyledLine
    ) {
        let roster = channel.flatMap { self.rosters[$0] }
        var facts = StyledLine()
        if let channel, let roster {
            facts = self.facts(
                roster, channel, frame, lostAt: lostAt, canvas.glyphs, width: canvas.width)
        }
        let content = canvas.drawTitle(frame, facts: facts, right: right)
        canvas.draw(in: content) { canvas in
            guard let roster, !roster.cursor.order.isEmpty else {
                canvas.drawEmpty(Self.emptyText(channel), in: canvas.bounds)
                return
            }
            self.drawRows(roster, on: &canvas, frame, isStale: lostAt != nil)
        }
    }

    /// What the title says. Half of a fact would say nothing: it is left out.
    private func facts(
        _ roster: Roster, _ channel: ChannelName, _ frame: PaneFrame, lostAt: Timestamp?,
        _ glyphs: GlyphSet, width: Int
    ) -> StyledLine {
        var facts = StyledLine("\(roster.count)", .muted)
        facts.append(" \(SafeText(sanitizing: channel.text, limit: 400))", .channelPresence)
        let room = width - 13 - frame.suffix.utf8.count
        if let lostAt {
            let age = Figures.duration(frame.now.duration(since: lostAt))
            let forms: [SafeText] = ["  stale \(age)", "  stale"]
            if let stale = forms.first(where: { facts.width + $0.width <= room }) {
                facts.append(stale, .memberStale)
            }
        }
        if self.order != .joined {
            let order = StyledLine(
                " \(glyph: glyphs.separator) \(SafeText(ours: self.order.words))", .muted)
            if facts.width + order.width <= room { facts.append(order) }
        }
        return facts
    }

    private static func emptyText(_ channel: ChannelName?) -> [SafeText] {
        guard let channel else {
            return ["No presence channel.", "s subscribes, such as", "presence-lobby."]
        }
        return [
            "No members known of", SafeText(sanitizing: channel.text, limit: 400),
            "They come when it is", "subscribed.",
        ]
    }

    private func drawRows(
        _ roster: Roster, on canvas: inout Canvas, _ frame: PaneFrame, isStale: Bool
    ) {
        let cursor = roster.cursor
        let hasFooter = Self.hasFooter(canvas.height)
        let window = cursor.window(height: canvas.height, hasFooter: hasFooter)
        for (y, index) in window.rows.enumerated() {
            guard let row = roster.rows[cursor.order[index]] else { continue }
            self.draw(row, roster, y: y, on: &canvas, frame, isStale: isStale)
            let isChosen = index == cursor.index && (cursor.selected != nil || frame.isFocused)
            if isChosen { canvas.markSelection(y: y, frame) }
            if row.isMatch, let needle = self.search {
                let text = Rect(x: 3, y: y, width: Self.timeStart(canvas.width) - 3, height: 1)
                canvas.draw(in: text) {
                    $0.highlight(needle.scalars, y: 0, role: isChosen ? .matchCurrent : .match)
                }
            }
        }
        if hasFooter {
            self.footer(roster, window, frame, canvas.glyphs)
                .draw(on: &canvas, x: 1, y: canvas.height - 1, endX: canvas.width - 1)
        } else {
            canvas.drawMore(window)
        }
    }

    /// What cannot be seen in the rows; what matters least gives way.
    private func footer(
        _ roster: Roster, _ window: ListWindow, _ frame: PaneFrame, _ glyphs: GlyphSet
    ) -> FactLine {
        var line = FactLine()
        line.add(window.moreLine(glyphs), importance: 90)
        if self.search != nil {
            let count: SafeText = "\(roster.matches) \(roster.matches == 1 ? "match" : "matches")"
            line.add(count, .match, importance: 100)
        }
        if let absence = roster.absence,
            frame.now.duration(since: absence.end) < Self.worthTelling
        {
            var away = StyledLine("while away ", .muted)
            away.append("\(glyph: glyphs.marks.joined)\(absence.joined) ", .memberJoined)
            away.append("\(glyph: glyphs.marks.left)\(absence.left)", .memberLeft)
            line.add(away, importance: 95)
        }
        line.add("joined \(Figures.count(roster.joined))", .muted, importance: 80)
        line.add("left \(Figures.count(roster.left))", .muted, importance: 79)
        line.add("peak \(Figures.count(roster.peak))", .muted, importance: 70)
        let counts = roster.counts.values(8, at: frame.second)
        if counts.count > 1 { line.add(Self.graph(counts, glyphs), importance: 60) }
        return line
    }

    /// How the count went, between its lowest and its highest: few come and go among many.
    private static func graph(_ counts: [Int], _ glyphs: GlyphSet) -> StyledLine {
        let low = counts.min() ?? 0
        let span = Double((counts.max() ?? 0) - low + 2)
        var line = StyledLine()
        for count in counts {
            let level = glyphs.level(of: Double(count - low + 1), highest: span)
            line.append(SafeText(glyph: level), .graphLow)
        }
        return line
    }

    /// Where the times begin, at the latest.
    private static func timeStart(_ width: Int) -> Int { max(width - 1 - Self.timeWidth(width), 4) }

    /// Cells for times; the time of day too where there is room.
    private static func timeWidth(_ width: Int) -> Int { width >= 48 ? 21 : 12 }

    private func draw(
        _ row: Row, _ roster: Roster, y: Int, on canvas: inout Canvas, _ frame: PaneFrame,
        isStale: Bool
    ) {
        let isMe = row.member.id == roster.me
        let look = Self.appearance(
            row, canvas.glyphs.marks, frame, isMe: isMe, isStale: isStale)
        canvas.put(glyph: look.glyph, x: 1, y: y, role: look.role)
        let end = canvas.width - 1
        let time = Self.time(row, frame, isLong: canvas.width >= 48)
        let timeWidth = canvas.put(SafeText(ours: time), endX: end, y: y, role: .muted)
        let room = max(end - timeWidth - 1 - 3, 0)
        let id = SafeText(sanitizing: row.member.id.text, limit: 400)
        var x = 3 + canvas.put(id, x: 3, y: y, maxWidth: room, role: look.role)
        let name = SafeText(sanitizing: row.name, limit: 400)
        let parts = [isMe ? "(me)" as SafeText : .empty, name]
        for part in parts where !part.isEmpty && x + 2 < 3 + room {
            let role: Role = look.isNotable ? look.role : .text
            x += 1 + canvas.put(part, x: x + 1, y: y, maxWidth: 3 + room - x - 1, role: role)
        }
    }

    /// How long the member has been there, or gone; where there is room, since when.
    private static func time(_ row: Row, _ frame: PaneFrame, isLong: Bool) -> String {
        let moment = row.leftAt ?? row.since
        let age = Figures.duration(frame.now.duration(since: moment))
        let short = row.leftAt == nil ? age : "left \(age)"
        guard isLong else { return short }
        let clock = Figures.timeOfDay(moment, utcOffsetSeconds: frame.utcOffsetSeconds)
        return clock + String(repeating: " ", count: max(12 - short.count, 1)) + short
    }

    private static func appearance(
        _ row: Row, _ marks: GlyphSet.Marks, _ frame: PaneFrame, isMe: Bool, isStale: Bool
    ) -> (glyph: Unicode.Scalar, role: Role, isNotable: Bool) {
        if row.leftAt != nil { return (marks.left, .memberLeft, true) }
        if isStale { return (marks.stale, .memberStale, true) }
        if isMe { return (marks.me, .memberMe, false) }
        let isNew = frame.now.duration(since: row.since) < Self.noticeable
        return row.didJoin && isNew
            ? (marks.joined, .memberJoined, true) : (marks.member, .text, false)
    }
}
