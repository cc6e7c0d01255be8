package import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension EventLogPane {
    package func draw(on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext) {
        if let table = self.table { return self.drawTable(table, on: &canvas, frame, context) }
        let content = self.drawTitle(on: &canvas, frame, context.times)
        var live = self.isHeld ? [] : self.liveRows(context)
        if content.height <= live.count + 1 { live = [] }
        let (above, _) = content.split(top: content.height - live.count)
        let rows = canvas.draw(in: above) { self.drawRows(on: &$0, frame, context) }
        let below = Rect(
            x: content.x, y: content.y + rows, width: content.width, height: live.count)
        canvas.draw(in: below) { canvas in
            for (y, row) in live.enumerated() { self.draw(row, y: y, on: &canvas, context) }
        }
    }

    private enum LiveRow {
        case attempt(ClientReport)
        case gap(since: ChannelsTimestamp)
    }

    private func liveRows(_ context: PaneContext) -> [LiveRow] {
        let connection = context.connection
        // The row of the reconnection says so.
        guard self.rows.groups.reconnection == nil || !self.rows.view.foldsRows else { return [] }
        var rows: [LiveRow] = []
        if connection.state != .connected, let attempt = connection.attempt {
            rows.append(
                .attempt(
                    ClientReport(
                        number: 0, time: attempt.since, kind: .attemptStarted(attempt.attempt))))
        }
        if let gap = connection.gaps.open { rows.append(.gap(since: gap.lastReceived)) }
        return rows
    }

    private func draw(
        _ row: LiveRow, y: Int, on canvas: inout Canvas, _ context: PaneContext
    ) {
        switch row {
        case .attempt(let event):
            let size = ScreenSize(columns: canvas.width, rows: canvas.height)
            let columns = self.columns(size, context)
            let line = Line(
                -1, event, after: nil, isUnfolded: false, context, DataColumns([:]), nil)
            self.draw(line, columns, y: y, on: &canvas, context)
        case .gap(let since):
            let start = context.times.timeOfDay(since)
            canvas.drawGapRow(
                ["gap: events since \(start) may be missing", "gap since \(start)", "gap"], y: y)
        }
    }

    /// A row, and the rest of its text on the lines below it.
    private struct PlacedRow {
        let sequence: Int
        let event: ClientReport
        let rest: [SafeText]
    }

    private func placedRows(
        _ columns: Columns, _ size: ScreenSize, _ context: PaneContext
    ) -> [PlacedRow] {
        let unfolded = self.unfoldedLines(columns, width: size.columns, height: size.rows, context)
        var index = self.topIndex(height: size.rows, unfolded: unfolded.count)
        var blank = size.rows - (self.count - index) - unfolded.count
        // A filter may hide the selected row; then the row before it is selected.
        let selected = self.isHeld ? self.selectedSequence : nil
        var rows: [PlacedRow] = []
        var height = 0
        while height < size.rows, let sequence = self.view.sequence(at: index, in: self.ring),
            let event = self.ring[sequence]
        {
            var rest = sequence == selected ? unfolded : []
            if rest.isEmpty, blank > 0, event.words.tone == .failure {
                // Show failures in full while there are blank lines.
                rest = self.restLines(
                    of: event, sequence, columns, width: size.columns, most: blank, context)
                blank -= rest.count
            }
            rows.append(PlacedRow(sequence: sequence, event: event, rest: rest))
            height += 1 + rest.count
            index += 1
        }
        return rows
    }

    /// - Returns: whether the event was already selected; `nil` if no event is there.
    mutating func click(row y: Int, size: ScreenSize, _ context: PaneContext) -> Bool? {
        var end = 0
        for row in self.placedRows(self.columns(size, context), size, context) {
            end += 1 + row.rest.count
            guard y >= 0, y < end else { continue }
            let isAgain = self.isHeld && row.sequence == self.selectedSequence
            self.rows.select(row.sequence, height: size.rows)
            return isAgain
        }
        return nil
    }

    /// - Returns: the number of lines.
    private func drawRows(
        on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext
    ) -> Int {
        guard self.count > 0 else {
            canvas.drawEmpty(self.emptyText(canvas.glyphs, context), in: canvas.bounds)
            return 0
        }
        let size = ScreenSize(columns: canvas.width, rows: canvas.height)
        let columns = self.columns(size, context)
        let rows = self.placedRows(columns, size, context)
        let values = self.dataColumns(context, rows.map(\.event))
        let selected = self.isHeld ? self.selectedSequence : nil
        let range = self.selectedRows
        var previous: ChannelsTimestamp?
        if context.times.format == .delta, let first = rows.first {
            let index = self.rows.index(atOrAfter: first.sequence)
            previous = self.event(at: index - 1)?.time
        }
        var y = 0
        for row in rows {
            let isSelected = row.sequence == selected
            self.draw(row, y: y, previous, isSelected, columns, values, on: &canvas, context)
            let selection: RowSelection =
                isSelected ? .row : range?.contains(row.sequence) == true ? .range : .none
            let end = y + 1 + row.rest.count
            self.finish(y..<end, selection, columns, on: &canvas, frame)
            if context.times.format == .delta { previous = row.event.time }
            y = end
        }
        return min(y, canvas.height)
    }

    private func draw(
        _ row: PlacedRow, y: Int, _ previous: ChannelsTimestamp?, _ isSelected: Bool,
        _ columns: Columns, _ values: DataColumns, on canvas: inout Canvas, _ context: PaneContext
    ) {
        if let texts = Self.gapTexts(row.event, context) {
            self.drawGap(texts, row.sequence, y: y, on: &canvas)
        } else {
            let line = Line(
                row.sequence, row.event, after: previous, isUnfolded: !row.rest.isEmpty, context,
                values, self.origins)
            line.group = self.rows.group(at: row.sequence)
            line.next = Self.next(after: row.event, context)
            // The selected row has room for its names, whatever the others have.
            let size = ScreenSize(columns: canvas.width, rows: canvas.height)
            let own = isSelected ? self.columns(size, context, whole: line.names) : columns
            self.draw(line, own, y: y, on: &canvas, context)
        }
        Self.drawUnfolded(row.rest, below: y, columns, on: &canvas)
    }

    private func drawGap(
        _ texts: [String], _ sequence: Int, y: Int, on canvas: inout Canvas
    ) {
        canvas.drawGapRow(texts, y: y)
        // A mark in its own role would interrupt the row of the gap.
        self.drawMark(sequence, y: y, on: &canvas, role: .gap)
    }

    private static func drawUnfolded(
        _ lines: [SafeText], below y: Int, _ columns: Columns, on canvas: inout Canvas
    ) {
        for (line, text) in lines.enumerated() {
            canvas.put(text, x: columns[.channel]?.lowerBound ?? 0, y: y + 1 + line)
        }
    }

    private static func gapTexts(_ event: ClientReport, _ context: PaneContext) -> [String]? {
        var missed: [String] = []
        if case .gap(let gap) = event.kind {
            missed = context.connection.gaps[gap]?.missed?.rowForms ?? []
        }
        return event.gapTexts(missed: missed) { context.times.timeOfDay($0) }
    }

    /// `; next in 14.7s`, after a loss or an attempt that failed.
    private static func next(after event: ClientReport, _ context: PaneContext) -> String? {
        switch event.kind {
        case .stateChanged(let change) where change.cause.end == nil: return nil
        case .attemptFailed, .stateChanged:
            return context.connection.steps.retry(after: event).map {
                "; next in \(Figures.preciseDuration($0.delay))"
            }
        default: return nil
        }
    }

    private func dataColumns(_ context: PaneContext, _ events: [ClientReport]) -> DataColumns {
        var values = DataColumns(context.settings.dataColumns)
        guard !values.isEmpty else { return values }
        for event in events { values.measure(event.words) }
        return values
    }

    private enum RowSelection {
        case row, range, none
    }

    private func finish(
        _ lines: Range<Int>, _ selection: RowSelection, _ columns: Columns,
        on canvas: inout Canvas, _ frame: PaneFrame
    ) {
        for y in lines {
            if selection == .row && y == lines.lowerBound {
                canvas.markSelection(y: y, frame)
            } else if selection != .none {
                canvas.overlay(
                    frame.selectionRole, in: Rect(x: 0, y: y, width: canvas.width, height: 1))
            }
            guard let search = self.search else { continue }
            canvas.highlight(
                search.needle.scalars, y: y, from: columns[.channel]?.lowerBound ?? 0,
                role: selection == .row ? .matchCurrent : .match)
        }
    }

    func emptyText(_ glyphs: GlyphSet, _ context: PaneContext) -> [SafeText] {
        if self.view.remaining(in: self.ring) > 0 {
            return ["Looking for matches\(glyph: glyphs.ellipsis)"]
        }
        guard !self.view.isWhole else {
            let isNew = self.ring.next == 0
            if self.origins != nil, isNew { return ["No activity on any server yet."] }
            guard context.connection.canConnect || isNew else {
                return ["Nothing had happened yet."]
            }
            return [isNew ? "Nothing has happened yet." : "Events were cleared."]
                + (isNew
                    ? context.advising(["Press s to subscribe."])
                    : ["New events appear here."])
        }
        guard self.view.filter != nil else {
            return ["No events yet.", "Press C for connection rows."]
        }
        return ["No event matches the filter.", "Press f to change it, Esc to clear it."]
    }

    func drawMark(
        _ sequence: Int, y: Int, on canvas: inout Canvas, role: Role? = nil
    ) {
        let marks = canvas.glyphs.marks
        if self.marks.isMarked(sequence) {
            canvas.put(glyph: marks.marked, x: Self.markColumn, y: y, role: role ?? .flashInfo)
        } else if self.marks.isChange(sequence) {
            canvas.put(glyph: marks.change, x: Self.markColumn, y: y, role: role ?? .muted)
        }
    }

    /// For reports about the connection: they have no channel, and the reason needs the room of all
    /// columns.
    private func draw(
        _ line: Line, _ columns: Columns, y: Int, on canvas: inout Canvas, _ context: PaneContext
    ) {
        line.again = self.marks.again(line.sequence)
        guard line.text.isAboutConnection || line.group != nil else {
            columns.draw(line, y: y, on: &canvas)
            return
        }
        columns.draw(line, y: y, on: &canvas, only: [.mark, .time, .server, .comparison])
        if let group = line.group {
            return self.draw(
                group, context, y: y, from: columns[.channel]?.lowerBound ?? 0, on: &canvas)
        }
        canvas.put(
            glyph: line.text.mark, x: columns[.channel]?.lowerBound ?? 0, y: y,
            role: line.roles.name)
        let start = Self.detailStart(line.text, line.size, columns)
        self.drawDetail(line, y: y, from: start, on: &canvas)
    }

    private static func detailStart(
        _ text: EventDescription, _ size: Int?, _ columns: Columns
    ) -> Int {
        if text.isAboutConnection { return (columns[.channel]?.lowerBound ?? 0) + 2 }
        let start = columns[.detail]?.lowerBound ?? 0
        return text.category == .member
            ? start : start - self.roomOfSize(size, hasSizes: columns[.size] != nil)
    }

    func drawDetail(_ line: Line, y: Int, from start: Int, on canvas: inout Canvas) {
        let isUnfolded = line.isUnfolded
        var start = start
        let width = max(canvas.width - start, 0)
        if let words = Self.repeatWords(line.again, room: width) {
            start += canvas.put(words, x: start, y: y, maxWidth: width, role: .flashWarn) + 1
        }
        let room = max(canvas.width - start, 0)
        let hit = self.shift == 0 ? self.shiftToMatch(line, room: room) : 0
        let shift = isUnfolded ? 0 : max(self.shift, hit)
        let words = line.text.rowDetail(cells: shift + room, size: line.size)
        let detail = line.next.map { "\(words)\(SafeText(ours: $0))" } ?? words
        let part = Rect(x: start, y: y, width: room, height: 1)
        canvas.draw(in: part) { canvas in
            if isUnfolded {
                let pieces = Self.lines(of: detail, line.text, first: room, width: room, limit: 2)
                canvas.put(pieces[0], x: 0, y: 0, role: line.roles.detail)
                return
            }
            if let values = line.values {
                canvas.put(values, x: -shift, y: 0)
            } else if line.size != nil, JSONRoles.apply(to: detail.utf8) {
                // A character takes at least a byte, and a cell at least one character.
                let limit = detail.width == detail.utf8.count ? shift + room : detail.utf8.count
                canvas.put(
                    detail, x: -shift, y: 0, runs: JSONRoles.runs(in: detail.utf8, limit: limit))
            } else if line.text.category == .member, let id = line.text.userID {
                let color = MemberSymbols.role(of: id)
                let runs = Self.runs(in: detail, id, color, line.roles.detail)
                canvas.put(detail, x: -shift, y: 0, runs: runs)
            } else {
                canvas.put(detail, x: -shift, y: 0, role: line.roles.detail)
            }
            if shift > 0, !detail.isEmpty {
                canvas.put(glyph: canvas.glyphs.ellipsis, x: 0, y: 0, role: .muted)
            }
        }
    }

    private func shiftToMatch(_ line: Line, room: Int) -> Int {
        guard let needle = self.search?.needle, let size = line.size, size > room,
            line.values == nil, !needle.occurs(in: line.text.name),
            !needle.occurs(in: line.text.channelLabel),
            let place = line.text.place(of: needle), place > room - needle.text.utf8.count
        else { return 0 }
        return max(place - room / 3, 0)
    }

    private static func runs(
        in detail: SafeText, _ id: UserID, _ color: Role, _ rest: Role
    ) -> [Canvas.RoleRun] {
        let end = min(SafeText(sanitizing: id.text, limit: 400).utf8.count, detail.utf8.count)
        return [.init(end: end, role: color), .init(end: detail.utf8.count, role: rest)]
    }

    /// As many as needed, but at most half of the pane; none unless rows are wrapped.
    private func unfoldedLines(
        _ columns: Columns, width: Int, height: Int, _ context: PaneContext
    ) -> [SafeText] {
        guard self.isWrapped, self.isHeld, let sequence = self.selectedSequence,
            let event = self.selectedEvent, height > 1
        else { return [] }
        return self.restLines(
            of: event, sequence, columns, width: width, most: height / 2, context)
    }

    /// The part of an event's text that does not fit in its row.
    private func restLines(
        of event: ClientReport, _ sequence: Int, _ columns: Columns, width: Int, most: Int,
        _ context: PaneContext
    ) -> [SafeText] {
        guard event.gapTexts({ _ in "" }) == nil, self.rows.group(at: sequence) == nil else {
            return []
        }
        let room = max(width - (columns[.channel]?.lowerBound ?? 0) - 1, 1)
        let limit = (most + 1) * max(width, 1) * 4
        let text = event.words
        var first = width - Self.detailStart(text, text.size, columns)
        if let words = Self.repeatWords(self.marks.again(sequence), room: first) {
            first -= words.width + 1
        }
        first = max(first, 1)
        let words = text.rowDetail(limit: limit, size: text.size)
        let detail =
            Self.next(after: event, context).map { "\(words)\(SafeText(ours: $0))" } ?? words
        let lines = Self.lines(of: detail, text, first: first, width: room, limit: most + 1)
        return Array(lines.dropFirst())
    }

    /// Sentences break at spaces, data anywhere.
    private static func lines(
        of detail: SafeText, _ text: EventDescription, first: Int, width: Int, limit: Int
    ) -> [SafeText] {
        text.tone == .failure
            ? SafeText.lines(of: detail.string, width: width, first: first, limit: limit)
            : detail.wrapped(first: first, width: width, limit: limit)
    }
}
