package import BuoyTextScreen

/// In this module so that it is specialized for the rows of the lists of the core: it draws every
/// cell of every frame. The list of a feature is drawn without that.
package struct ColumnLayout<ID: Hashable, Row> {
    private let columns: [Column<ID, Row>]
    private let start: Int
    private let end: Int
    private let cells: [Range<Int>]
    private let hasFitting: Bool
    /// For each column.
    private let names: [NameColumn]

    /// - Parameters:
    ///   - columns: from left to right. At most one takes the rest, and no column before it fits
    ///     its text.
    ///   - end: the cell after the last column.
    ///   - rows: the rows on the screen, whose names are drawn.
    package init(
        _ columns: [Column<ID, Row>], from start: Int, to end: Int, showing rows: [Row] = []
    ) {
        self.columns = columns
        self.start = start
        self.end = end
        self.cells = Self.cells(columns, start, end) { _ in 0 }
        self.hasFitting = columns.contains { $0.isFitting }
        self.names = zip(columns, self.cells).map { column, cells in
            NameColumn(rows.compactMap(column.name), width: cells.count)
        }
    }

    package subscript(id: ID) -> Range<Int>? {
        self.columns.firstIndex { $0.id == id }.map { self.cells[$0] }
    }

    private static func cells(
        _ columns: [Column<ID, Row>], _ start: Int, _ end: Int,
        fitting: (Column<ID, Row>) -> Int
    ) -> [Range<Int>] {
        let widths = columns.map { column in
            switch column.width {
            case .cells(let cells, let gap): cells + gap
            case .fitting: fitting(column) + 1
            case .rest: 0
            }
        }
        let rest = end - start - widths.reduce(0, +)
        var x = start
        return zip(columns, widths).map { column, width in
            switch column.width {
            case .cells(let cells, _):
                defer { x += width }
                return x..<x + cells
            case .fitting:
                defer { x += width }
                return x..<x + width
            case .rest(let gap):
                defer { x += rest }
                return x..<x + max(rest - gap, 0)
            }
        }
    }

    package func draw(_ row: Row, y: Int, on canvas: inout Canvas, only ids: Set<ID>? = nil) {
        let cells = self.cells(of: row)
        // By index, because this runs for every row of every frame.
        for index in self.columns.indices where ids?.contains(self.columns[index].id) != false {
            self.columns[index].draw(row, y: y, cells[index], self.names[index], on: &canvas)
        }
    }

    private func cells(of row: Row) -> [Range<Int>] {
        guard self.hasFitting else { return self.cells }
        return Self.cells(self.columns, self.start, self.end) { $0.textWidth(row) }
    }

    /// Where there is room. Headings that are one cell apart are drawn as one text.
    func drawHeadings(on canvas: inout Canvas) {
        var groups: [(words: SafeText, end: Int)] = []
        for (column, cells) in zip(self.columns, self.cells) where !column.heading.isEmpty {
            let start = cells.upperBound - column.heading.width
            if let last = groups.last, last.end + 1 == start {
                groups[groups.count - 1] = ("\(last.words) \(column.heading)", cells.upperBound)
            } else {
                groups.append((column.heading, cells.upperBound))
            }
        }
        for group in groups { canvas.putHeading(" \(group.words) ", endX: group.end + 1) }
    }
}

extension Column {
    fileprivate var isFitting: Bool {
        if case .fitting = self.width { true } else { false }
    }

    fileprivate func textWidth(_ row: Row) -> Int {
        if case .text(let text) = self.content { text(row)?.text.width ?? 0 } else { 0 }
    }

    fileprivate func name(_ row: Row) -> NameForms.Name? {
        if case .name(let name) = self.content { name(row)?.name } else { nil }
    }

    fileprivate func draw(
        _ row: Row, y: Int, _ cells: Range<Int>, _ names: NameColumn, on canvas: inout Canvas
    ) {
        switch self.content {
        case .text(let text):
            guard let (text, role) = text(row) else { return }
            switch self.alignment {
            case .start:
                canvas.put(text, x: cells.lowerBound, y: y, maxWidth: cells.count, role: role)
            case .end: canvas.put(text, endX: cells.upperBound, y: y, role: role)
            }
        case .name(let name):
            guard let (name, role) = name(row) else { return }
            let text = names.text(of: name)
            canvas.put(text, x: cells.lowerBound, y: y, maxWidth: cells.count, role: role)
        case .glyph(let glyph):
            guard let (glyph, role) = glyph(row) else { return }
            canvas.put(glyph: glyph, x: cells.lowerBound, y: y, role: role)
        case .drawn(let draw): draw(row, &canvas, y, cells)
        }
    }
}
