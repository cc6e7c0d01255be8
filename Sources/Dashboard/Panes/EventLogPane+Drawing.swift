import ChannelsProtocol
import TextScreen

extension EventLogPane {
    /// - Parameter lostAt: when the connection was lost that is still missing.
    func draw(
        on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes, lostAt: Timestamp? = nil
    ) {
        var content = self.drawTitle(on: &canvas, frame, times)
        if let lostAt, !self.isHeld, content.height > 3 {
            // What comes next is not known to be complete, and there is no row yet that says so.
            let height = min(content.height - 1, self.count)
            let texts = ["gap: events since \(times.timeOfDay(lostAt)) may be missing", "gap"]
            let scar = Rect(x: content.x, y: content.y + height, width: content.width, height: 1)
            canvas.draw(in: scar) { $0.drawScar(texts, y: 0) }
            content = Rect(x: content.x, y: content.y, width: content.width, height: height)
        }
        canvas.draw(in: content) { self.drawRows(on: &$0, frame, times) }
    }

    private func drawRows(on canvas: inout Canvas, _ frame: PaneFrame, _ times: EventTimes) {
        guard self.count > 0 else {
            canvas.drawEmpty(self.emptyText(canvas.glyphs), in: canvas.bounds)
            return
        }
        let columns = Columns(width: canvas.width, times: times)
        let rest = self.unfoldedLines(columns, width: canvas.width, height: canvas.height)
        var index = self.topIndex(height: canvas.height, unfolded: rest.count)
        var y = 0
        var previous = times.format == .delta ? self.event(at: index - 1) : nil
        // A filter may hide the row that was chosen: then it is the one before it.
        let selected = self.isHeld ? self.selectedSequence : nil
        while y < canvas.height, let sequence = self.view.sequence(at: index, in: self.ring),
            let event = self.ring[sequence]
        {
            let isSelected = sequence == selected
            let row = Row(
                event: event, previous: previous, sequence: sequence,
                isUnfolded: isSelected && !rest.isEmpty)
            self.draw(row, columns, times, y: y, on: &canvas)
            let lines = isSelected ? rest : []
            for (line, text) in lines.enumerated() {
                canvas.put(text, x: columns.channel, y: y + 1 + line)
            }
            self.finish(y..<y + 1 + lines.count, isSelected, columns, on: &canvas, frame)
            if times.format == .delta { previous = event }
            y += 1 + lines.count
            index += 1
        }
    }

    /// Lays selection and search over the lines of a row.
    private func finish(
        _ lines: Range<Int>, _ isSelected: Bool, _ columns: Columns,
        on canvas: inout Canvas, _ frame: PaneFrame
    ) {
        for y in lines {
            if isSelected && y == lines.lowerBound {
                canvas.markSelection(y: y, frame)
            } else if isSelected {
                canvas.overlay(
                    frame.selectionRole, in: Rect(x: 0, y: y, width: canvas.width, height: 1))
            }
            guard let search = self.search else { continue }
            canvas.highlight(
                search.needle.scalars, y: y, from: columns.channel,
                role: isSelected ? .matchCurrent : .match)
        }
    }

    private func emptyText(_ glyphs: GlyphSet) -> [SafeText] {
        if self.view.remaining(in: self.ring) > 0 {
            return ["Looking for matches\(glyph: glyphs.ellipsis)"]
        }
        guard !self.view.isWhole else {
            let isNew = self.ring.next == 0
            return [isNew ? "Nothing has happened yet." : "The log was cleared."]
                + (isNew ? ["s subscribes to channels."] : ["What comes now is shown here."])
        }
        guard self.view.filter != nil else {
            return ["No event has come yet.", "C shows the rows of the connection."]
        }
        return ["No event matches the filter.", "f changes it, Esc clears it."]
    }

    // MARK: Rows

    private struct Row {
        let event: ClientEvent
        /// The row above, where times count from it.
        let previous: ClientEvent?
        let sequence: Int
        let isUnfolded: Bool
    }

    private func draw(
        _ row: Row, _ columns: Columns, _ times: EventTimes, y: Int, on canvas: inout Canvas
    ) {
        if let texts = row.event.scarTexts(times) {
            canvas.drawScar(texts, y: y)
            // A mark with a role of its own would be a hole in the scar.
            self.drawMark(row.sequence, y: y, on: &canvas, role: .gap)
            return
        }
        let room = max(canvas.width - columns.detail, 0)
        let text = EventText(row.event, dataLimit: (self.shift + room + 1) * 4)
        let roles = RowRoles(text)
        self.drawMark(row.sequence, y: y, on: &canvas)
        canvas.put(
            times.text(
                of: row.event, after: row.previous, hasMilliseconds: columns.hasMilliseconds),
            endX: Columns.time + columns.timeWidth, y: y, maxWidth: columns.timeWidth,
            role: .eventTime)
        canvas.put(
            SafeText(sanitizing: text.channel, limit: 256), x: columns.channel, y: y,
            maxWidth: columns.channelWidth, role: roles.channel)
        canvas.put(glyph: text.mark, x: columns.name, y: y, role: roles.name)
        canvas.put(
            SafeText(sanitizing: text.name, limit: 256), x: columns.name + 1, y: y,
            maxWidth: columns.nameWidth, role: roles.name)
        self.drawDetail(text, roles, columns, isUnfolded: row.isUnfolded, y: y, on: &canvas)
    }

    private func drawMark(
        _ sequence: Int, y: Int, on canvas: inout Canvas, role: Role? = nil
    ) {
        let marks = canvas.glyphs.marks
        if self.marks.isMarked(sequence) {
            canvas.put(glyph: marks.marked, x: Columns.mark, y: y, role: role ?? .flashInfo)
        } else if self.marks.isChange(sequence) {
            canvas.put(glyph: marks.change, x: Columns.mark, y: y, role: role ?? .muted)
        }
    }

    private func drawDetail(
        _ text: EventText, _ roles: RowRoles, _ columns: Columns, isUnfolded: Bool, y: Int,
        on canvas: inout Canvas
    ) {
        if let column = columns.size, let size = text.size {
            canvas.put(
                SafeText(ours: Figures.bytes(size)), endX: column + 5, y: y, role: .eventSize)
        }
        let start = Self.detailStart(of: text, columns)
        let shift = isUnfolded ? 0 : self.shift
        let room = max(canvas.width - start, 0)
        let detail = SafeText(sanitizing: text.detail, limit: (shift + room + 8) * 4)
        let part = Rect(x: start, y: y, width: room, height: 1)
        canvas.draw(in: part) { canvas in
            if isUnfolded {
                let pieces = detail.wrapped(first: room, width: room, limit: 2)
                canvas.put(pieces[0], x: 0, y: 0, role: roles.detail)
                return
            }
            canvas.put(detail, x: -shift, y: 0, role: roles.detail)
            if shift > 0, !detail.isEmpty {
                canvas.put(glyph: canvas.glyphs.ellipsis, x: 0, y: 0, role: .muted)
            }
        }
    }

    /// Where the data begins. A sentence needs the room more than a size that does not exist.
    private static func detailStart(of text: EventText, _ columns: Columns) -> Int {
        text.size == nil ? columns.size ?? columns.detail : columns.detail
    }

    /// The lines below the selected row that show the rest of it: as many as it needs, but at most
    /// half of the pane. None while rows are in one line each.
    func unfoldedLines(_ columns: Columns, width: Int, height: Int) -> [SafeText] {
        guard self.isWrapped, self.isHeld, let event = self.selectedEvent,
            height > 1, event.scarTexts(nil) == nil
        else { return [] }
        let room = max(width - columns.channel - 1, 1)
        let most = height / 2
        let limit = (most + 1) * max(width, 1) * 4
        let text = EventText(event, dataLimit: limit)
        let first = max(width - Self.detailStart(of: text, columns), 1)
        let detail = SafeText(sanitizing: text.detail, limit: limit)
        return Array(
            detail.wrapped(first: first, width: room, limit: most + 1).dropFirst())
    }

    /// The roles of a row's parts.
    private struct RowRoles {
        let channel: Role
        let name: Role
        let detail: Role

        init(_ text: EventText) {
            let isConnection = text.channel == EventText.connectionLabel && text.size == nil
            self.channel = isConnection ? .eventInternal : Role.accent(for: text.channel.utf8)
            switch text.tone {
            case .event: (self.name, self.detail) = (.eventName, .text)
            case .clientEvent, .sent: (self.name, self.detail) = (.eventClient, .text)
            case .report: (self.name, self.detail) = (.eventInternal, .eventInternal)
            case .failure: (self.name, self.detail) = (.eventError, .eventError)
            case .gap: (self.name, self.detail) = (.gap, .gap)
            }
        }
    }
}
