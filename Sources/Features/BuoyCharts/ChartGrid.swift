/// Dots in cells, two by four in a cell, as braille has them, or one. In each column of cells a
/// band reaches from the least to the most value; a line joins the medians.
struct ChartGrid: Hashable, Sendable {
    let width: Int
    let height: Int
    let isBraille: Bool
    /// The dots of the line in each cell, as in a braille pattern.
    private(set) var line: [UInt8]
    private(set) var band: [UInt8]

    init(width: Int, height: Int, isBraille: Bool) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.isBraille = isBraille
        self.line = [UInt8](repeating: 0, count: self.width * self.height)
        self.band = self.line
    }

    private var dotsAcross: Int { self.isBraille ? 2 : 1 }
    private var rows: Int { self.isBraille ? self.height * 4 : self.height }

    /// Joins the medians, unless nothing arrived for much longer than usual.
    mutating func draw(_ columns: [ChartColumn?], in range: ClosedRange<Double>) {
        guard self.rows > 0 else { return }
        let filled = columns.indices.filter { columns[$0] != nil }
        guard let first = filled.first, let last = filled.last else { return }
        let reach = 4 * max((last - first) / max(filled.count - 1, 1), 1)
        var previous: (column: Int, row: Int)?
        for index in filled {
            guard let column = columns[index] else { continue }
            self.fill(
                index, self.row(of: column.most, in: range), self.row(of: column.least, in: range))
            let row = self.row(of: column.median, in: range)
            let start = previous.flatMap { index - $0.column <= reach ? $0 : nil }
            self.join(start ?? (index, row), (index, row))
            previous = (index, row)
        }
    }

    private mutating func join(_ start: (column: Int, row: Int), _ end: (column: Int, row: Int)) {
        let first = start.column * self.dotsAcross
        let width = max((end.column - start.column) * self.dotsAcross, 1)
        var before = start.row
        for step in 1...width {
            let row = start.row + (end.row - start.row) * step / width
            for row in min(before, row)...max(before, row) { self.set(first + step, row, \.line) }
            before = row
        }
        self.set(end.column * self.dotsAcross, end.row, \.line)
    }

    /// The ends of the band, and few dots between them, so that the line is clear.
    private mutating func fill(_ column: Int, _ top: Int, _ bottom: Int) {
        guard top < bottom else { return }
        for x in column * self.dotsAcross..<(column + 1) * self.dotsAcross {
            for row in top...bottom {
                let isEnd = row == top || row == bottom
                guard isEnd || !self.isBraille || row % 4 == (x % 2 == 0 ? 1 : 3) else { continue }
                self.set(x, row, \.band)
            }
        }
    }

    private mutating func set(_ x: Int, _ y: Int, _ layer: WritableKeyPath<Self, [UInt8]>) {
        guard x < self.width * self.dotsAcross else { return }
        guard self.isBraille else {
            self[keyPath: layer][y * self.width + x] = 1
            return
        }
        // The dots of a pattern are numbered down the columns, but for the last row.
        let bit = y % 4 == 3 ? 6 + x % 2 : y % 4 + 3 * (x % 2)
        self[keyPath: layer][y / 4 * self.width + x / 2] |= 1 << UInt8(bit)
    }

    /// Halves, because the difference of two finite numbers may not be one.
    private func row(of value: Double, in range: ClosedRange<Double>) -> Int {
        let (low, high) = (range.lowerBound / 2, range.upperBound / 2)
        let share = high > low ? (value / 2 - low) / (high - low) : 0.5
        return Int(((1 - min(max(share, 0), 1)) * Double(self.rows - 1)).rounded())
    }
}
