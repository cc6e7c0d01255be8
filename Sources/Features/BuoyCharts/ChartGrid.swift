/// Dots in cells, from which a line is drawn: two by four in a cell, as braille has them, or one.
struct ChartGrid: Hashable, Sendable {
    let width: Int
    let height: Int
    let isBraille: Bool
    /// The dots of each cell, as in a braille pattern.
    private(set) var dots: [UInt8]

    init(width: Int, height: Int, isBraille: Bool) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.isBraille = isBraille
        self.dots = [UInt8](repeating: 0, count: self.width * self.height)
    }

    var columns: Int { self.isBraille ? self.width * 2 : self.width }
    private var rows: Int { self.isBraille ? self.height * 4 : self.height }

    /// Draws the points of the columns, joined unless nothing arrived for much longer than usual.
    mutating func draw(_ points: [ChartPoint?], in range: ClosedRange<Double>) {
        guard self.rows > 0 else { return }
        let filled = points.indices.filter { points[$0] != nil }
        guard let first = filled.first, let last = filled.last else { return }
        let reach = 4 * max((last - first) / max(filled.count - 1, 1), 1)
        var previous: (column: Int, row: Int)?
        for column in filled {
            guard let point = points[column] else { continue }
            let row = self.row(of: point.last, in: range)
            self.fill(
                column, self.row(of: point.most, in: range), self.row(of: point.least, in: range))
            if let previous, column - previous.column <= reach {
                self.join(previous, (column, row))
            }
            previous = (column, row)
        }
    }

    private mutating func join(_ start: (column: Int, row: Int), _ end: (column: Int, row: Int)) {
        let width = end.column - start.column
        var before = start.row
        for step in 1...max(width, 1) {
            let row = start.row + (end.row - start.row) * step / max(width, 1)
            self.fill(start.column + step, min(before, row), max(before, row))
            before = row
        }
    }

    private mutating func fill(_ column: Int, _ top: Int, _ bottom: Int) {
        guard column < self.columns else { return }
        for row in min(top, bottom)...max(top, bottom) { self.set(column, row) }
    }

    private mutating func set(_ x: Int, _ y: Int) {
        guard self.isBraille else {
            self.dots[y * self.width + x] = 1
            return
        }
        // The dots of a pattern are numbered down the columns, but for the last row.
        let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + 3 * (x % 2)
        self.dots[y / 4 * self.width + x / 2] |= 1 << UInt8(bit)
    }

    /// Halves, because the difference of two finite numbers may not be one.
    private func row(of value: Double, in range: ClosedRange<Double>) -> Int {
        let (low, high) = (range.lowerBound / 2, range.upperBound / 2)
        let share = high > low ? (value / 2 - low) / (high - low) : 0.5
        return Int(((1 - min(max(share, 0), 1)) * Double(self.rows - 1)).rounded())
    }
}
