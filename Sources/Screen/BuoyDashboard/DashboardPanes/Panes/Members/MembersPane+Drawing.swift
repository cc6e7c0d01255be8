import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension MembersPane {
    /// - Parameters:
    ///   - channel: `nil` if there is no presence channel.
    ///   - staleSince: since when the list may be out of date.
    ///   - advice: what is said about subscribing if there is no presence channel.
    func draw(
        on canvas: inout Canvas, _ frame: PaneFrame, channel: ChannelName?,
        staleSince: ChannelsTimestamp? = nil,
        right: StyledLine, advice: [SafeText] = [], _ colors: IdentityColors
    ) {
        let roster = channel.flatMap { self.rosters[$0] }
        var facts = StyledLine()
        if let channel, let roster {
            facts = self.facts(
                roster, channel, frame, staleSince, canvas.glyphs, width: canvas.width,
                colors.role(of: channel.text))
        }
        let content = canvas.drawTitle(frame, facts: facts, right: right)
        canvas.draw(in: content) { canvas in
            guard let roster, !roster.cursor.order.isEmpty else {
                canvas.drawEmpty(Self.emptyText(channel, advice), in: canvas.bounds)
                return
            }
            self.drawRows(roster, on: &canvas, frame, staleSince)
        }
    }

    private func facts(
        _ roster: Roster, _ channel: ChannelName, _ frame: PaneFrame,
        _ staleSince: ChannelsTimestamp?, _ glyphs: GlyphSet, width: Int, _ role: Role
    ) -> StyledLine {
        var facts = StyledLine("\(roster.count)", .muted)
        facts.append(" \(SafeText(sanitizing: channel.text, limit: 400))", role)
        let room = width - 13 - frame.suffix.utf8.count
        if let since = staleSince {
            let age = Figures.duration(frame.now.duration(since: since))
            let forms: [SafeText] = ["  stale \(age)", "  stale"]
            if let stale = forms.first(where: { facts.width + $0.width <= room }) {
                facts.append(stale, .memberStale)
            }
        }
        if roster.audit != nil, facts.width + 9 <= room { facts.append("  differs", .flashWarn) }
        if self.order != .joined {
            let order = StyledLine(
                " \(glyph: glyphs.separator) \(SafeText(ours: self.order.words))", .muted)
            if facts.width + order.width <= room { facts.append(order) }
        }
        return facts
    }

    private static func emptyText(_ channel: ChannelName?, _ advice: [SafeText]) -> [SafeText] {
        guard let channel else {
            return ["No presence channel."] + advice
        }
        return [
            "No members known for", SafeText(sanitizing: channel.text, limit: 400),
            "Members appear once it", "is subscribed.",
        ]
    }

    private func drawRows(
        _ roster: Roster, on canvas: inout Canvas, _ frame: PaneFrame,
        _ staleSince: ChannelsTimestamp?
    ) {
        let cursor = roster.cursor
        let hasFooter = Self.hasFooter(canvas.height)
        let window = cursor.window(height: canvas.height, hasFooter: hasFooter)
        let columns = Self.columns(width: canvas.width, frame)
        for (y, index) in window.rows.enumerated() {
            guard let row = roster.rows[cursor.order[index]] else { continue }
            let isMe = row.member.id == roster.me
            let isSuspect = roster.audit?.onlyHere.contains(row.member.id) == true
            let look = Self.appearance(
                row, canvas.glyphs.marks, frame, isMe: isMe,
                isStale: staleSince != nil || isSuspect)
            let line = Line(row: row, isMe: isMe, look: look, until: staleSince ?? frame.now)
            columns.draw(line, y: y, on: &canvas)
            let isChosen = index == cursor.index && (cursor.selected != nil || frame.isFocused)
            if isChosen { canvas.markSelection(y: y, frame) }
            if row.isMatch, let needle = self.search {
                let cells = Self.searchedCells(width: canvas.width)
                let text = Rect(x: cells.lowerBound, y: y, width: cells.count, height: 1)
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

    private func footer(
        _ roster: Roster, _ window: ListWindow, _ frame: PaneFrame, _ glyphs: GlyphSet
    ) -> FactLine {
        var line = FactLine()
        line.add(window.moreLine(glyphs), importance: 90)
        if self.search != nil {
            let count: SafeText = "\(roster.matches) \(roster.matches == 1 ? "match" : "matches")"
            line.add(count, .match, importance: 100)
        }
        if let audit = roster.audit {
            let here = audit.onlyHere.count
            let there = audit.onlyListed.count
            let text = [
                here > 0 ? "only here \(here)" : "", there > 0 ? "only in HTTP \(there)" : "",
            ]
            line.add(
                SafeText(ours: text.filter { !$0.isEmpty }.joined(separator: ", ")), .flashWarn,
                importance: 98)
        }
        if let absence = roster.absence,
            frame.now.duration(since: absence.end) < Self.worthTelling
        {
            var away = StyledLine("while away ", .muted)
            away.append("\(glyph: glyphs.marks.joined)\(absence.joined) ", .memberJoined)
            away.append("\(glyph: glyphs.marks.left)\(absence.left)", .memberLeft)
            line.add(away, importance: 95)
        }
        let more = roster.isCountedInPart ? "+" : ""
        if roster.joined + roster.left > 0 {
            line.add("joined \(Figures.count(roster.joined))\(more)", .muted, importance: 80)
            line.add("left \(Figures.count(roster.left))\(more)", .muted, importance: 79)
        }
        line.add("peak \(Figures.count(roster.peak))", .muted, importance: 70)
        let counts = roster.counts.values(8, at: frame.second)
        if counts.count > 1 { line.add(Self.graph(counts, glyphs), importance: 60) }
        return line
    }

    /// Between the lowest and highest count, because few join and leave among many.
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

    private struct Line {
        let row: Row
        let isMe: Bool
        let look: (glyph: Unicode.Scalar, role: Role, isNotable: Bool)
        let until: ChannelsTimestamp

        var color: Role {
            self.look.role == .memberLeft || self.look.role == .memberStale
                ? self.look.role : MemberSymbols.role(of: self.row.member.id)
        }
    }

    private enum ColumnID: Hashable {
        case mark, member, time
    }

    private typealias Columns = ColumnLayout<ColumnID, Line>

    /// ```
    /// ▸* u07 (me) Ada                    14:02:28    4m 10s
    /// ```
    private static func columns(width: Int, _ frame: PaneFrame) -> Columns {
        Columns(
            [
                Column(.mark, .cells(2), .glyph { ($0.look.glyph, $0.look.role) }),
                Column(.member, .rest(gap: 0), .drawn(Self.drawMember)),
                Column(
                    .time, .fitting, at: .end,
                    .text { (Self.time($0, frame, isLong: width >= 48), .muted) }),
            ], from: 1, to: width - 1)
    }

    private static func drawMember(
        _ line: Line, on canvas: inout Canvas, y: Int, _ cells: Range<Int>
    ) {
        let look = line.look
        let id = SafeText(sanitizing: line.row.member.id.text, limit: 400)
        let start = cells.lowerBound
        var x = start + canvas.put(id, x: start, y: y, maxWidth: cells.count, role: line.color)
        let name = SafeText(sanitizing: line.row.name, limit: 400)
        // A name that only repeats the id says nothing.
        let isRepeated = line.row.name.lowercased() == line.row.member.id.text.lowercased()
        let parts = [line.isMe ? "(me)" as SafeText : .empty, isRepeated ? .empty : name]
        for part in parts where !part.isEmpty && x + 2 < cells.upperBound {
            let role: Role = look.isNotable ? look.role : .text
            x +=
                1 + canvas.put(part, x: x + 1, y: y, maxWidth: cells.upperBound - x - 1, role: role)
        }
    }

    private static func searchedCells(width: Int) -> Range<Int> {
        3..<max(width - 1 - (width >= 48 ? 21 : 12), 4)
    }

    private static func time(_ line: Line, _ frame: PaneFrame, isLong: Bool) -> SafeText {
        let row = line.row
        let moment = row.leftAt ?? row.since
        let end = row.leftAt == nil ? line.until : frame.now
        let age = Figures.duration(end.duration(since: moment))
        let short = row.leftAt == nil ? age : "left \(age)"
        guard isLong else { return SafeText(ours: short) }
        let clock = Figures.timeOfDay(moment, utcOffsetSeconds: frame.utcOffsetSeconds)
        let space = String(repeating: " ", count: max(12 - short.count, 1))
        return SafeText(ours: clock + space + short)
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
