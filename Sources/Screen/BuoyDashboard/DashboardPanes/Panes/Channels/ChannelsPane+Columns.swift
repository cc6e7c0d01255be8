import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension ChannelsPane {
    enum ColumnID: Hashable {
        case mark, name, rate, graph, population, total, unbound, last
    }

    typealias Columns = ColumnLayout<ColumnID, Row>

    /// A narrower pane has fewer columns; a name has at least ten cells.
    ///
    /// ```
    /// ▸● presence-lobby               0.4 ▁▁▅▁▁▂   18    402     12     2s
    /// ```
    ///
    /// - Parameter hasHeadings: whether the title explains the figures; some are not clear without
    ///   it.
    func columns(
        width: Int, hasHeadings: Bool, _ frame: PaneFrame, _ context: DrawingContext,
        _ marks: GlyphSet.Marks, shown: Range<Int>
    ) -> Columns {
        let colors = self.colors
        var columns: [Column<ColumnID, Row>] = [
            Column(
                .mark, .cells(2),
                .glyph { Self.mark($0, marks, isConnected: context.isConnected) }),
            Column(
                .name, .rest(gap: 1),
                .name { ($0.name.listed, colors.role(of: $0.name.text)) }),
        ]
        columns += self.rates(width: width, frame, shown)
        let hasCounters = width >= 58 && hasHeadings
        if width >= 34 { columns.append(Self.population(context)) }
        if hasCounters { columns += self.counters }
        if hasCounters, width >= 68 { columns.append(Self.last(frame.now)) }
        let rows = shown.compactMap { self.rows[self.cursor.order[$0]] }
        return Columns(columns, from: 1, to: width - 1, showing: rows)
    }

    private func rates(
        width: Int, _ frame: PaneFrame, _ shown: Range<Int>
    ) -> [Column<ColumnID, Row>] {
        let rate = Column<ColumnID, Row>(
            .rate, "ev/s", .cells(5), at: .end,
            .text { row in
                (SafeText(ours: Figures.rate(row.rate.perSecond(at: frame.second))), .text)
            })
        let cells = width < 44 ? 0 : width < 110 ? 6 : width < 150 ? 16 : 30
        guard cells > 0 else { return [rate] }
        // All graphs share a scale; otherwise a quiet channel would look as busy as a loud one.
        let histories = shown.compactMap { self.rows[self.cursor.order[$0]]?.rate }
            .map { $0.history(cells, before: frame.second) }
        let highest = histories.joined().max() ?? 0
        let graph = Column<ColumnID, Row>(
            .graph, .cells(cells + 1),
            .drawn { row, canvas, y, place in
                let history = row.rate.history(cells, before: frame.second)
                canvas.drawGraph(
                    history, x: place.upperBound - cells, y: y, highest: highest)
            })
        return [rate, graph]
    }

    private static func population(_ context: DrawingContext) -> Column<ColumnID, Row> {
        Column(
            .population, "subs", .cells(6), at: .end,
            .text { row in
                Self.figure(
                    row.population.map {
                        Figures.count($0) + (context.isConnected ? "" : "?")
                    })
            })
    }

    private var counters: [Column<ColumnID, Row>] {
        let total = Column<ColumnID, Row>(
            .total, "total", .cells(6), at: .end,
            .text { Self.figure($0.rate.total > 0 ? Figures.count($0.rate.total) : nil) })
        guard self.hasBindings else { return [total] }
        let unbound = Column<ColumnID, Row>(
            .unbound, "unbound", .cells(8), at: .end,
            .text { Self.figure($0.unbound > 0 ? Figures.count($0.unbound) : nil) })
        return [total, unbound]
    }

    private static func last(_ now: ChannelsTimestamp) -> Column<ColumnID, Row> {
        Column(
            .last, "last", .cells(7), at: .end,
            .text { Self.figure($0.lastEvent.map { Figures.duration(now.duration(since: $0)) }) })
    }

    private static func figure(_ text: String?) -> (text: SafeText, role: Role) {
        (SafeText(ours: text ?? "-"), text == nil ? .muted : .text)
    }
}
