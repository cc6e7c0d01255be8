import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol

extension EventLogPane {
    /// A class, because each column receives it: copying its contents for every cell took a third
    /// of a frame.
    final class Line {
        let sequence: Int
        let time: ChannelsTimestamp
        let previous: ChannelsTimestamp?
        let text: EventDescription
        let names: LogNames.Row?
        let roles: RowRoles
        /// Counting the bytes takes as long as drawing the data.
        let size: Int?
        let isUnfolded: Bool
        let values: StyledLine?
        var next: String?
        var again: Duration?
        var group: RowGroup?
        let server: ServerLabel?
        let comparison: ComparisonMark?

        init(
            _ sequence: Int, _ event: ClientReport, after previous: ChannelsTimestamp?,
            isUnfolded: Bool,
            _ context: PaneContext, _ values: DataColumns, _ origins: EventOrigins?
        ) {
            let text = event.words
            self.sequence = sequence
            self.time = event.time
            self.previous = previous
            self.text = text
            self.names = LogNames.row(of: text)
            self.roles = RowRoles(text, context.channels.colors)
            self.size = text.size
            self.isUnfolded = isUnfolded
            self.server = origins?.server(of: event.number)
            self.comparison = origins?.mark(of: event.number)
            self.values = !isUnfolded && values.contain(text) ? values.line(text) : nil
        }
    }

    enum ColumnID: Hashable {
        case mark, time, server, comparison, channel, tone, name, size, detail
    }

    typealias Columns = ColumnLayout<ColumnID, Line>

    /// ```
    /// ▸◆14:02:33 presence-lobby ~joined           57B {"bid":60121.0,"ask":60121.5}
    /// 0 2        11             26 (tone) 27      41  47
    /// ```
    ///
    /// The first cell contains the symbol of the selected row.
    func columns(
        _ size: ScreenSize, _ context: PaneContext, whole row: LogNames.Row? = nil
    ) -> Columns {
        let width = size.columns
        var columns: [Column<ColumnID, Line>] = [
            Column(
                .mark, .cells(1),
                .drawn { line, canvas, y, _ in self.drawMark(line.sequence, y: y, on: &canvas) }),
            Self.time(context.times, width: width),
        ]
        if let origins = self.origins { columns += Self.columns(of: origins, width: width) }
        let rest = Columns(columns + self.end(width: width), from: Self.markColumn, to: width)
        let room = (rest[.detail]?.count ?? 0) - Self.gaps
        var names = self.shownNames(height: size.rows).columns(room: room)
        if let row { names = LogNames.whole(row, room: room, beside: names) }
        columns += Self.columns(of: names)
        columns += self.end(width: width)
        return Columns(columns, from: Self.markColumn, to: width)
    }

    /// Between names and data, and for the tone.
    private static let gaps = 3

    private static func columns(
        of names: (channel: NameColumn, event: NameColumn)
    ) -> [Column<ColumnID, Line>] {
        [
            Column(
                .channel, .cells(names.channel.width, gap: 1),
                .text { line in
                    line.names.map { (names.channel.text(of: $0.channel), line.roles.channel) }
                }),
            Column(.tone, .cells(1), .glyph { ($0.text.mark, $0.roles.name) }),
            Column(
                .name, .cells(names.event.width, gap: 1),
                .text { line in
                    line.names.map { (names.event.text(of: $0.event), line.roles.name) }
                }),
        ]
    }

    private func end(width: Int) -> [Column<ColumnID, Line>] {
        let hasSizes = width >= Self.sizeWidth
        let detail = Column<ColumnID, Line>(
            .detail, .rest(gap: 0),
            .drawn { line, canvas, y, cells in
                let isMember = line.text.category == .member
                let saved = isMember ? 0 : Self.roomOfSize(line.size, hasSizes: hasSizes)
                self.drawDetail(line, y: y, from: cells.lowerBound - saved, on: &canvas)
            })
        return hasSizes ? [Self.size, detail] : [detail]
    }

    private static func columns(
        of origins: EventOrigins, width: Int
    ) -> [Column<ColumnID, Line>] {
        [
            Column(
                .server, .cells(min(origins.nameWidth, width >= 80 ? 12 : 8), gap: 1),
                .text { line in line.server.map { ($0.text, $0.role) } }),
            Column(
                .comparison, .cells(1, gap: 1),
                .glyph { line in line.comparison.map { ($0.glyph, $0.role) } }),
        ]
    }

    static let markColumn = 1

    private static let sizeWidth = 100

    private static func time(_ times: EventTimes, width: Int) -> Column<ColumnID, Line> {
        let precision: EventTimes.Precision =
            width >= 110 ? .milliseconds : width >= 50 ? .seconds : .withoutHour
        return Column(
            .time, .cells(times.width(precision), gap: 1),
            .drawn { line, canvas, y, cells in
                let time = times.text(of: line.time, after: line.previous, precision)
                canvas.put(
                    time, endX: cells.upperBound, y: y, maxWidth: cells.count, role: .eventTime)
            })
    }

    private static var size: Column<ColumnID, Line> {
        Column(
            .size, .cells(5, gap: 1), at: .end,
            .text { line in
                line.size.map { (SafeText(ours: Figures.bytes($0)), .eventSize) }
            })
    }

    /// For a row without a size: a sentence needs the room more than an empty column.
    static func roomOfSize(_ size: Int?, hasSizes: Bool) -> Int {
        size == nil && hasSizes ? 6 : 0
    }

    struct RowRoles {
        let channel: Role
        let name: Role
        let detail: Role

        init(_ text: EventDescription, _ colors: IdentityColors) {
            self.channel = text.channel.map { colors.role(of: $0.text) } ?? .eventInternal
            switch text.tone {
            case .event: (self.name, self.detail) = (.eventName, .text)
            case .clientEvent, .sent: (self.name, self.detail) = (.eventClient, .text)
            // Who joined and left is what presence channels are watched for.
            case .report where text.kind == .memberAdded:
                (self.name, self.detail) = (.memberJoined, .text)
            case .report where text.kind == .memberRemoved:
                (self.name, self.detail) = (.memberLeft, .text)
            case .report: (self.name, self.detail) = (.eventInternal, .eventInternal)
            case .failure: (self.name, self.detail) = (.eventError, .eventError)
            case .gap: (self.name, self.detail) = (.gap, .gap)
            }
        }
    }
}
