import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

extension ChannelsPane {
    enum ColumnID: Hashable, CaseIterable {
        case mark, name, rate, graph, population, total, unbound, last
    }

    typealias Columns = ColumnLayout<ColumnID, ChannelLine>

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
        _ marks: GlyphSet.Marks, shown: [ChannelLine]
    ) -> Columns {
        let colors = self.colors
        var columns: [Column<ColumnID, ChannelLine>] = [
            Column(
                .mark, .cells(2),
                .glyph { $0.mark(marks, isConnected: context.isConnected) }),
            Column(
                .name, .rest(gap: 1),
                .name { ($0.name, Self.role($0.item, colors)) }),
        ]
        columns += self.rates(width: width, frame, shown)
        let hasCounters = width >= 58 && hasHeadings
        if width >= 34 { columns.append(Self.population(context)) }
        if hasCounters { columns += self.counters }
        if hasCounters, width >= 62 { columns.append(Self.last(frame.now)) }
        return Columns(columns, from: 1, to: width - 1, showing: shown)
    }

    private static func role(_ item: ChannelTree.Item, _ colors: IdentityColors) -> Role {
        if case .channel(let name) = item { colors.role(of: name.text) } else { .text }
    }

    private func rates(
        width: Int, _ frame: PaneFrame, _ shown: [ChannelLine]
    ) -> [Column<ColumnID, ChannelLine>] {
        let rate = Column<ColumnID, ChannelLine>(
            .rate, "ev/s", .cells(5), at: .end,
            .text { row in
                (SafeText(ours: Figures.rate(row.rate(at: frame.second))), .text)
            })
        let cells = width < 44 ? 0 : width < 110 ? 6 : width < 150 ? 16 : 30
        guard cells > 0 else { return [rate] }
        // All graphs share a scale; otherwise a quiet channel would look as busy as a loud one.
        let histories = shown.map { $0.history(cells, before: frame.second) }
        let highest = histories.joined().max() ?? 0
        let graph = Column<ColumnID, ChannelLine>(
            .graph, .cells(cells + 1),
            .drawn { row, canvas, y, place in
                let history = row.history(cells, before: frame.second)
                canvas.drawGraph(
                    history, x: place.upperBound - cells, y: y, highest: highest)
            })
        return [rate, graph]
    }

    private static func population(_ context: DrawingContext) -> Column<ColumnID, ChannelLine> {
        Column(
            .population, "subs", .cells(6), at: .end,
            .text { row in
                Self.figure(
                    row.population.map {
                        Figures.count($0) + (context.isConnected ? "" : "?")
                    })
            })
    }

    private var counters: [Column<ColumnID, ChannelLine>] {
        let total = Column<ColumnID, ChannelLine>(
            .total, "total", .cells(6), at: .end,
            .text { Self.figure($0.total > 0 ? Figures.count($0.total) : nil) })
        guard self.hasBindings else { return [total] }
        let unbound = Column<ColumnID, ChannelLine>(
            .unbound, "unbound", .cells(8), at: .end,
            .text { Self.figure($0.unbound > 0 ? Figures.count($0.unbound) : nil) })
        return [total, unbound]
    }

    private static func last(_ now: ChannelsTimestamp) -> Column<ColumnID, ChannelLine> {
        Column(
            .last, "last", .cells(7), at: .end,
            .text { Self.figure($0.lastEvent.map { Figures.duration(now.duration(since: $0)) }) })
    }

    private static func figure(_ text: String?) -> (text: SafeText, role: Role) {
        (SafeText(ours: text ?? "-"), text == nil ? .muted : .text)
    }
}
