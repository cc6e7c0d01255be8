import BuoyTextScreen

/// Lines are formatted only where they are visible: what is off the screen costs nothing.
struct DataPage {
    struct Anchor: Hashable, Comparable, Sendable {
        var line = 0
        var row = 0

        init(line: Int = 0, row: Int = 0) {
            self.line = line
            self.row = row
        }

        static func < (left: Anchor, right: Anchor) -> Bool {
            (left.line, left.row) < (right.line, right.row)
        }
    }

    struct Row {
        let anchor: Anchor
        let text: StyledLine
        let isShifted: Bool
    }

    let width: Int
    let count: Int
    private let parts: [DataPart]
    private let starts: [Int]
    private let wraps: Bool
    private let look: DataLineContext

    init(_ parts: [DataPart], width: Int, wraps: Bool, _ look: DataLineContext) {
        self.width = max(width, 4)
        self.parts = parts
        self.wraps = wraps
        self.look = look
        var (starts, end) = ([Int](), 0)
        for part in parts {
            starts.append(end)
            end += part.count(width: self.width)
        }
        self.starts = starts
        self.count = end
    }

    // MARK: Lines

    func rows(ofLine index: Int) -> [Row] {
        guard let (part, place) = self.place(of: index) else { return [] }
        var line = self.parts[part].line(at: place, width: self.width, self.look)
        if !self.wraps, self.parts[part].canUnwrap { line.fit = .cut }
        let isShifted = line.fit == .cut
        return line.rows(width: self.width).enumerated().map { row, text in
            Row(anchor: Anchor(line: index, row: row), text: text, isShifted: isShifted)
        }
    }

    func links(inLine index: Int) -> [(row: Int, columns: Range<Int>, address: String)] {
        guard let (part, place) = self.place(of: index) else { return [] }
        let line = self.parts[part].line(at: place, width: self.width, self.look).text
        let text = line.runs.flatMap { Array($0.text.string.unicodeScalars) }
        let addresses = WebAddress.places(in: text)
        guard !addresses.isEmpty else { return [] }
        let cells = self.cells(of: text, in: self.rows(ofLine: index))
        return addresses.flatMap { address -> [(row: Int, columns: Range<Int>, address: String)] in
            var name = ""
            name.unicodeScalars.append(contentsOf: text[address])
            let shown = cells[address.clamped(to: 0..<cells.count)]
            return Dictionary(grouping: shown, by: \.row).sorted { $0.key < $1.key }.compactMap {
                row, cells in
                guard let first = cells.first?.x, let last = cells.last?.x, last >= first else {
                    return nil
                }
                return (row, first..<last + 1, name)
            }
        }
    }

    /// Wrapping leaves out spaces, and puts some in front.
    private func cells(of text: [Unicode.Scalar], in rows: [Row]) -> [(row: Int, x: Int)] {
        var cells: [(row: Int, x: Int)] = []
        for (number, row) in rows.enumerated() {
            var x = 0
            for scalar in row.text.runs.lazy.flatMap({ $0.text.string.unicodeScalars }) {
                while cells.count < text.count, text[cells.count] != scalar,
                    text[cells.count] == " "
                {
                    cells.append((number, x))
                }
                if cells.count < text.count, text[cells.count] == scalar {
                    cells.append((number, x))
                }
                x += CharacterWidth.cells(of: scalar) ?? 0
            }
        }
        return cells
    }

    private func place(of index: Int) -> (part: Int, line: Int)? {
        guard index >= 0, index < self.count else { return nil }
        let part = self.starts.lastIndex { $0 <= index } ?? 0
        return (part, index - self.starts[part])
    }

    // MARK: Nodes

    func line(ofNode node: Int) -> Int? {
        var before = 0
        for (part, start) in zip(self.parts, self.starts) {
            if node < before + part.nodeCount { return start + node - before }
            before += part.nodeCount
        }
        return nil
    }

    // MARK: Positions

    func rows(from top: Anchor, height: Int) -> [Row] {
        var rows: [Row] = []
        var line = top.line
        while rows.count < height, line < self.count {
            let all = self.rows(ofLine: line)
            rows += line == top.line ? all.dropFirst(min(top.row, all.count - 1)) : all[...]
            line += 1
        }
        return Array(rows.prefix(max(height, 0)))
    }

    func linesEnding(at last: Anchor) -> Int {
        last.row + 1 < self.rows(ofLine: last.line).count ? last.line : last.line + 1
    }

    func isCut(height: Int) -> Bool {
        self.rows(from: Anchor(), height: height + 1).count > height
    }

    func anchor(_ anchor: Anchor, movedBy rows: Int) -> Anchor {
        guard self.count > 0 else { return Anchor() }
        var place = self.clamped(anchor)
        var left = rows
        while left > 0 {
            let last = self.rows(ofLine: place.line).count - 1
            let step = min(last - place.row, left)
            place.row += step
            left -= step
            guard left > 0 else { break }
            guard place.line + 1 < self.count else { break }
            place = Anchor(line: place.line + 1)
            left -= 1
        }
        while left < 0 {
            let step = min(place.row, -left)
            place.row -= step
            left += step
            guard left < 0, place.line > 0 else { break }
            let line = place.line - 1
            place = Anchor(line: line, row: self.rows(ofLine: line).count - 1)
            left += 1
        }
        return place
    }

    func furthest(height: Int) -> Anchor {
        guard self.count > 0 else { return Anchor() }
        let line = self.count - 1
        let last = Anchor(line: line, row: self.rows(ofLine: line).count - 1)
        return self.anchor(last, movedBy: 1 - max(height, 1))
    }

    private func clamped(_ anchor: Anchor) -> Anchor {
        let line = min(max(anchor.line, 0), self.count - 1)
        let last = max(self.rows(ofLine: line).count - 1, 0)
        let row = line == anchor.line ? min(max(anchor.row, 0), last) : last
        return Anchor(line: line, row: row)
    }
}
