import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension EventLogPane {
    /// The latest event of the selected row.
    var tableEvent: ClientReport? {
        self.table?.selected.flatMap { self.liveRing[$0.row.sequence] }
    }

    private enum TableColumn: Hashable {
        case mark, channel, event, rate, graph, size, last
    }

    private struct TableRow {
        let key: EventTable.Key
        let row: EventTable.Row
        let names: LogNames.Row
        let mark: EventTable.Mark?
    }

    func drawTable(
        _ table: EventTable, on canvas: inout Canvas, _ frame: PaneFrame, _ context: PaneContext
    ) {
        let silent = table.silentCount(at: frame.now)
        var facts = StyledLine("by name \(table.rows.count)", .muted)
        if table.others > 0 {
            facts.append("  \(SafeText(ours: Figures.count(table.others))) of others", .muted)
        }
        if silent > 0 { facts.append("  \(silent) silent", .flashWarn) }
        if let filter = self.view.filter {
            facts.append("  ")
            facts.append(Self.words(of: filter))
        }
        let rate = Figures.rate(context.connection.incoming.perSecond(at: frame.second))
        let content = canvas.drawTitle(
            frame, facts: facts, right: StyledLine("\(SafeText(ours: rate)) ev/s", .muted),
            keepsRight: true)
        guard !table.rows.isEmpty else {
            let isFiltered = self.view.filter != nil
            return canvas.drawEmpty(
                isFiltered ? self.emptyText(canvas.glyphs, context) : ["No events yet."],
                in: content)
        }
        let window = table.cursor.window(height: content.height)
        let rows = window.rows.map { self.row(table.cursor.order[$0], table, at: frame.now) }
        let columns = self.tableColumns(rows, width: content.width, frame, table, context)
        canvas.draw(in: content) { canvas in
            for (y, row) in rows.enumerated() {
                columns.draw(row, y: y, on: &canvas)
                if row.key == table.cursor.selected { canvas.markSelection(y: y, frame) }
            }
            canvas.drawMore(window)
        }
    }

    private func row(
        _ key: EventTable.Key, _ table: EventTable, at now: ChannelsTimestamp
    ) -> TableRow {
        let row = table.rows[key] ?? EventTable.Row(at: now, 0)
        let names = LogNames.Row(
            channel: key.channel?.listed ?? NameForms.Name("-"),
            event: NameForms.Name(key.event.text))
        return TableRow(key: key, row: row, names: names, mark: table.mark(row, at: now))
    }

    private func tableColumns(
        _ rows: [TableRow], width: Int, _ frame: PaneFrame, _ table: EventTable,
        _ context: PaneContext
    ) -> ColumnLayout<TableColumn, TableRow> {
        let graph = width < 60 ? 0 : width < 110 ? 8 : 20
        let figures = 6 + (graph > 0 ? graph + 1 : 0) + (width < 60 ? 0 : 6)
        let names = LogNames().including(rows.map(\.names)).columns(room: width - figures - 5)
        let colors = context.channels.colors
        var columns: [Column<TableColumn, TableRow>] = [
            Column(.mark, .cells(1), .glyph { Self.glyph(of: $0.mark) }),
            Column(
                .channel, .cells(names.channel.width, gap: 1),
                .text { row in
                    (
                        names.channel.text(of: row.names.channel),
                        row.key.channel.map { colors.role(of: $0.text) } ?? .muted
                    )
                }),
            Column(
                .event, .cells(names.event.width, gap: 1),
                .text { (names.event.text(of: $0.names.event), .eventName) }),
            Column(
                .rate, .cells(6), at: .end,
                .text { row in
                    (SafeText(ours: Figures.rate(row.row.rate.perSecond(at: frame.second))), .text)
                }),
        ]
        if graph > 0 { columns.append(Self.graph(rows, cells: graph, frame)) }
        if width >= 60 {
            columns.append(
                Column(
                    .size, .cells(6), at: .end,
                    .text { (SafeText(ours: Figures.bytes($0.row.meanBytes)), .eventSize) }))
        }
        let values = self.tableValues(rows, context)
        columns.append(
            Column(
                .last, .rest(gap: 0),
                .drawn { row, canvas, y, cells in
                    self.drawLast(row, values, table, frame, y: y, cells, on: &canvas)
                }))
        return ColumnLayout(columns, from: 1, to: width - 1)
    }

    private static func glyph(of mark: EventTable.Mark?) -> (glyph: Unicode.Scalar, role: Role)? {
        switch mark {
        case .new: ("+", .flashInfo)
        case .silent: ("!", .flashWarn)
        case nil: nil
        }
    }

    /// Each row has its own scale, so that a rare event that stops is visible too.
    private static func graph(
        _ rows: [TableRow], cells: Int, _ frame: PaneFrame
    ) -> Column<TableColumn, TableRow> {
        Column(
            .graph, .cells(cells + 1),
            .drawn { row, canvas, y, place in
                let history = row.row.rate.history(cells, before: frame.second)
                canvas.drawGraph(
                    history, x: place.upperBound - cells, y: y, highest: history.max() ?? 0)
            })
    }

    private func tableValues(_ rows: [TableRow], _ context: PaneContext) -> DataColumns {
        var values = DataColumns(context.settings.dataColumns)
        guard !values.isEmpty else { return values }
        for row in rows {
            if let event = self.liveRing[row.row.sequence] { values.measure(event.words) }
        }
        return values
    }

    /// `silent 31s, usually 60/s`, or the latest data.
    private func drawLast(
        _ row: TableRow, _ values: DataColumns, _ table: EventTable, _ frame: PaneFrame, y: Int,
        _ cells: Range<Int>, on canvas: inout Canvas
    ) {
        let x = cells.lowerBound + 1
        let room = max(cells.upperBound - x, 0)
        let age = Figures.duration(frame.now.duration(since: row.row.last))
        switch row.mark {
        case .silent:
            let silent: SafeText = "silent \(SafeText(ours: age))"
            let usual = SafeText(ours: Figures.rate(table.usualRate(row.row)))
            let whole: SafeText = "\(silent), usually \(usual)/s"
            canvas.put(
                whole.width <= room ? whole : silent, x: x, y: y, maxWidth: room,
                role: .flashWarn)
            return
        case .new:
            let first = Figures.duration(frame.now.duration(since: row.row.first))
            canvas.put(
                "new \(SafeText(ours: first)) ago", x: x, y: y, maxWidth: room, role: .flashInfo)
            return
        case nil: break
        }
        guard let words = self.liveRing[row.row.sequence]?.words else { return }
        let part = Rect(x: x, y: y, width: room, height: 1)
        canvas.draw(in: part) { canvas in
            if values.contain(words) {
                canvas.put(values.line(words), x: 0, y: 0)
                return
            }
            let detail = words.rowDetail(cells: room, size: words.size)
            let limit = detail.width == detail.utf8.count ? room : detail.utf8.count
            let runs =
                JSONRoles.apply(to: detail.utf8)
                ? JSONRoles.runs(in: detail.utf8, limit: limit)
                : [Canvas.RoleRun(end: detail.utf8.count, role: .text)]
            canvas.put(detail, x: 0, y: 0, runs: runs)
        }
    }
}
