import ChannelsProtocol
import OrderedCollections
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
            facts.append("\(roster.count)", .muted)
            facts.append(" \(SafeText(sanitizing: channel.text, limit: 400))", .channelPresence)
            if let lostAt {
                let age = Figures.duration(frame.now.duration(since: lostAt))
                let stale = StyledLine("  stale \(age)", .memberStale)
                // Half of it would say nothing; the rows have their own sign.
                if facts.width + stale.width + 13 <= canvas.width { facts.append(stale) }
            }
        }
        let content = canvas.drawTitle(frame, facts: facts, right: right)
        canvas.draw(in: content) { canvas in
            guard let roster, !roster.rows.isEmpty else {
                canvas.drawEmpty(Self.emptyText(channel), in: canvas.bounds)
                return
            }
            self.drawRows(roster, on: &canvas, frame, isStale: lostAt != nil)
        }
    }

    private static func emptyText(_ channel: ChannelName?) -> [SafeText] {
        guard let channel else {
            return ["No presence channel.", "s subscribes, such as", "presence-lobby."]
        }
        return ["No members known of", SafeText(sanitizing: channel.text, limit: 400)]
    }

    private func drawRows(
        _ roster: Roster, on canvas: inout Canvas, _ frame: PaneFrame, isStale: Bool
    ) {
        let count = roster.rows.count
        let isCut = count > canvas.height
        let height = isCut ? max(canvas.height - 1, 1) : canvas.height
        let selected = self.selected.flatMap { roster.rows.index(forKey: $0) }
        let top = self.scroll.top(selected: selected ?? 0, count: count, height: height)
        for y in 0..<height where top + y < count {
            let row = roster.rows.values[top + y]
            self.draw(row, roster, y: y, on: &canvas, frame, isStale: isStale)
            if top + y == selected || (selected == nil && top + y == 0 && frame.isFocused) {
                canvas.markSelection(y: y, frame)
            }
        }
        if isCut { canvas.drawMore(count - top - height, y: height) }
    }

    private func draw(
        _ row: Row, _ roster: Roster, y: Int, on canvas: inout Canvas, _ frame: PaneFrame,
        isStale: Bool
    ) {
        let isMe = row.member.id == roster.me
        let look = self.appearance(
            row, canvas.glyphs.marks, frame, isMe: isMe, isStale: isStale)
        canvas.put(glyph: look.glyph, x: 1, y: y, role: look.role)
        let time =
            row.leftAt.map { "left \(Figures.duration(frame.now.duration(since: $0)))" }
            ?? Figures.duration(frame.now.duration(since: row.since))
        let end = canvas.width - 1
        let timeWidth = canvas.put(SafeText(ours: time), endX: end, y: y, role: .muted)
        let room = max(end - timeWidth - 1 - 3, 0)
        let id = SafeText(sanitizing: row.member.id.text, limit: 400)
        var x = 3 + canvas.put(id, x: 3, y: y, maxWidth: room, role: look.role)
        let parts = [isMe ? "(me)" as SafeText : .empty, Self.name(of: row.member)]
        for part in parts where !part.isEmpty && x + 2 < 3 + room {
            let role: Role = look.isNotable ? look.role : .text
            x += 1 + canvas.put(part, x: x + 1, y: y, maxWidth: 3 + room - x - 1, role: role)
        }
    }

    /// What `user_info` calls the member, when it says.
    private static func name(of member: Member) -> SafeText {
        guard let info = member.info, info.byteCount < 16 << 10,
            let name = info.json?["name"]?.stringValue
        else { return .empty }
        return SafeText(sanitizing: name, limit: 400)
    }

    private func appearance(
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
