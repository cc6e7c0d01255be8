/// A screen as a value: characters and roles, no colours.
///
/// Drawing is relative to the current *region* and clipped to it: initially the whole screen,
/// inside `draw(in:_:)` a part of it.
package struct Canvas: Hashable, Sendable {
    package struct Cursor: Hashable, Sendable {
        package let x: Int

        package let y: Int
    }

    /// Of the whole screen, whatever the region.
    package let size: ScreenSize

    package let glyphs: GlyphSet

    package private(set) var cells: [Cell]

    /// In screen coordinates; `nil` to hide it.
    package private(set) var cursor: Cursor?

    package private(set) var links: [CanvasLink] = []

    private var region: Rect

    package init(size: ScreenSize, glyphs: GlyphSet = .unicode) {
        self.size = size
        self.glyphs = glyphs
        self.cells = Array(repeating: .blank, count: size.columns * size.rows)
        self.region = size.bounds
    }

    package func row(_ y: Int) -> ArraySlice<Cell> {
        guard y >= 0, y < self.size.rows else { return [] }
        return self.cells[y * self.size.columns..<(y + 1) * self.size.columns]
    }
}

extension Canvas {
    package var width: Int { self.region.width }

    package var height: Int { self.region.height }

    /// In the region's own coordinates: starts at 0, 0.
    package var bounds: Rect { Rect(x: 0, y: 0, width: self.width, height: self.height) }

    package mutating func draw<Result>(
        in rect: Rect,
        _ body: (inout Canvas) throws -> Result
    ) rethrows -> Result {
        let outer = self.region
        self.region = rect.moved(x: outer.x, y: outer.y).intersection(outer)
        defer { self.region = outer }
        return try body(&self)
    }

    package subscript(x: Int, y: Int) -> Cell {
        guard self.bounds.contains(x: x, y: y) else { return .blank }
        return self.cells[self.index(x: x, y: y)]
    }

    package func part(_ rect: Rect) -> Canvas {
        let rect = rect.intersection(self.bounds)
        var part = Canvas(
            size: ScreenSize(columns: rect.width, rows: rect.height), glyphs: self.glyphs)
        part.cells = (rect.y..<rect.endY).flatMap { y in
            self.row(y)[(y * self.width + rect.x)..<(y * self.width + rect.endX)]
        }
        return part
    }

    package mutating func placeCursor(x: Int, y: Int) {
        self.cursor =
            self.bounds.contains(x: x, y: y)
            ? Cursor(x: x + self.region.x, y: y + self.region.y) : nil
    }

    /// - Parameter columns: where the address, or a part of it, has been drawn.
    package mutating func link(_ columns: Range<Int>, y: Int, to address: String) {
        guard y >= 0, y < self.height else { return }
        let columns = columns.clamped(to: 0..<self.width)
        var text = ""
        for x in columns {
            let scalar = self[x, y].scalar
            // What does not fit ends in an ellipsis.
            guard (0x21...0x7E).contains(scalar.value) else { break }
            text.unicodeScalars.append(scalar)
        }
        guard !text.isEmpty else { return }
        self.links.append(
            CanvasLink(
                address: address, text: text, x: columns.lowerBound + self.region.x,
                y: y + self.region.y))
    }

    /// Returns the number of cells used. Text that does not fit ends in an ellipsis; a wide
    /// character is never halved. With a negative `x`, the start is cut off.
    @discardableResult
    package mutating func put(
        _ text: SafeText,
        x: Int,
        y: Int,
        maxWidth: Int = ScreenSize.largest,
        role: Role = .text
    ) -> Int {
        self.put(
            text, x: x, y: y, maxWidth: maxWidth,
            runs: CollectionOfOne(RoleRun(end: text.utf8.count, role: role)))
    }

    package struct RoleRun: Hashable, Sendable {
        package let end: Int
        package let role: Role

        package init(end: Int, role: Role) {
            self.end = end
            self.role = role
        }
    }

    @discardableResult
    package mutating func put(
        _ text: SafeText, x: Int, y: Int, maxWidth: Int = ScreenSize.largest, runs: [RoleRun]
    ) -> Int {
        self.put(text, x: x, y: y, maxWidth: maxWidth, runs: runs[...])
    }

    private mutating func put(
        _ text: SafeText, x: Int, y: Int, maxWidth: Int, runs: some Collection<RoleRun>
    ) -> Int {
        let room = min(maxWidth, self.width - x)
        guard y >= 0, y < self.height, room > 0 else { return 0 }
        let isCut = text.width > room
        let end = isCut ? room - 1 : room
        let column =
            text.isASCII
            ? self.storeASCII(text, x: x, y: y, width: end, runs: runs)
            : self.place(text, x: x, y: y, width: end, runs: runs)
        guard isCut else { return column }
        let role = runs.first { $0.end > column }?.role ?? .text
        self.place(self.glyphs.ellipsis, width: 1, x: x + column, y: y, role: role)
        return column + 1
    }

    private mutating func storeASCII(
        _ text: SafeText, x: Int, y: Int, width: Int, runs: some Collection<RoleRun>
    ) -> Int {
        let count = min(text.width, width)
        text.utf8.withUnsafeBufferPointer { bytes in
            var start = 0
            for run in runs where start < count {
                let end = min(run.end, count)
                self.store(x + start..<x + max(start, end), y: y) {
                    Cell(Unicode.Scalar(bytes[$0 - x]), role: run.role)
                }
                start = max(start, end)
            }
        }
        return count
    }

    private mutating func place(
        _ text: SafeText, x: Int, y: Int, width: Int, runs: some Collection<RoleRun>
    ) -> Int {
        var column = 0
        var offset = 0
        var runs = runs[...]
        for glyph in text.characters {
            guard column + glyph.width <= width else { break }
            while let run = runs.first, run.end <= offset { runs.removeFirst() }
            let role = glyph.isMark ? .escape : runs.first?.role ?? .text
            self.place(glyph.scalar, width: glyph.width, x: x + column, y: y, role: role)
            column += glyph.width
            offset += UTF8.width(glyph.scalar)
        }
        return column
    }

    @discardableResult
    package mutating func put(
        _ text: SafeText,
        endX: Int,
        y: Int,
        maxWidth: Int = ScreenSize.largest,
        role: Role = .text
    ) -> Int {
        let width = min(text.width, maxWidth)
        return self.put(text, x: endX - width, y: y, maxWidth: width, role: role)
    }

    package mutating func put(glyph: Unicode.Scalar, x: Int, y: Int, role: Role = .text) {
        guard y >= 0, y < self.height, x < self.width else { return }
        self.place(glyph, width: 1, x: x, y: y, role: role)
    }

    package mutating func fill(_ rect: Rect, with glyph: Unicode.Scalar = " ", role: Role = .text) {
        let part = rect.intersection(self.bounds)
        let cell = Cell(self.drawable(glyph), role: role)
        for y in part.y..<part.endY { self.store(part.x..<part.endX, y: y) { _ in cell } }
    }

    package mutating func horizontalRule(
        y: Int, x: Int = 0, width: Int? = nil, isHeavy: Bool = false, role: Role = .border
    ) {
        let glyph = isHeavy ? self.glyphs.lines.heavyRule : self.glyphs.lines.rule
        let rect = Rect(x: x, y: y, width: width ?? self.width - x, height: 1)
        self.fill(rect, with: glyph, role: role)
    }

    package mutating func verticalRule(
        x: Int, y: Int = 0, height: Int? = nil, role: Role = .border
    ) {
        let rect = Rect(x: x, y: y, width: 1, height: height ?? self.height - y)
        self.fill(rect, with: self.glyphs.lines.bar, role: role)
    }

    package mutating func box(_ rect: Rect, role: Role = .border) {
        let lines = self.glyphs.lines
        self.horizontalRule(y: rect.y, x: rect.x, width: rect.width, role: role)
        self.horizontalRule(y: rect.endY - 1, x: rect.x, width: rect.width, role: role)
        self.verticalRule(x: rect.x, y: rect.y, height: rect.height, role: role)
        self.verticalRule(x: rect.endX - 1, y: rect.y, height: rect.height, role: role)
        self.put(glyph: lines.topLeft, x: rect.x, y: rect.y, role: role)
        self.put(glyph: lines.topRight, x: rect.endX - 1, y: rect.y, role: role)
        self.put(glyph: lines.bottomLeft, x: rect.x, y: rect.endY - 1, role: role)
        self.put(glyph: lines.bottomRight, x: rect.endX - 1, y: rect.endY - 1, role: role)
    }

    /// Characters and their own roles are kept; a theme combines the two.
    package mutating func overlay(_ role: Role?, in rect: Rect) {
        let part = rect.intersection(self.bounds)
        for y in part.y..<part.endY {
            for x in part.x..<part.endX {
                self.cells[self.index(x: x, y: y)].overlay = role
            }
        }
    }
}

extension Canvas {
    /// The position must be inside the region.
    private func index(x: Int, y: Int) -> Int {
        (y + self.region.y) * self.size.columns + x + self.region.x
    }

    private mutating func place(
        _ scalar: Unicode.Scalar, width: Int, x: Int, y: Int, role: Role
    ) {
        guard x < self.width, x + width > 0 else { return }
        switch width {
        case 0:
            self.combine(scalar, before: x, y: y)
        case 2 where x >= 0 && x + 1 < self.width && self.allows(scalar):
            self.store(Cell(scalar, role: role, span: .wide), x: x, y: y)
            self.store(Cell(" ", role: role, span: .continuation), x: x + 1, y: y)
        case 2:
            // Half of it is outside, or the canvas is ASCII: the cells are used, the character is
            // not.
            for column in max(x, 0)..<min(x + 2, self.width) {
                self.store(Cell(x >= 0 && column == x ? "?" : " ", role: role), x: column, y: y)
            }
        default:
            self.store(Cell(self.drawable(scalar), role: role), x: x, y: y)
        }
    }

    private func allows(_ scalar: Unicode.Scalar) -> Bool {
        self.glyphs.alphabet == .unicode || scalar.isASCII
    }

    /// The ellipsis of a shortened text, and the mark of a name, have their own symbols in every
    /// set.
    private func drawable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        if let mark = self.glyphs.marks.channelMark(for: scalar) { return mark }
        if self.allows(scalar) { return scalar }
        return scalar == "…" ? self.glyphs.ellipsis : "?"
    }

    private mutating func combine(_ mark: Unicode.Scalar, before x: Int, y: Int) {
        guard x > 0, self.allows(mark) else { return }
        let index = self.index(x: x - 1, y: y)
        let base = self.cells[index].span == .continuation ? index - 1 : index
        self.cells[base].combine(mark)
    }

    /// Cells must be one column wide; columns outside the region are skipped. Remaining halves of
    /// overwritten wide characters become blank.
    private mutating func store(_ columns: Range<Int>, y: Int, _ cell: (_ x: Int) -> Cell) {
        let columns = columns.clamped(to: 0..<self.width)
        guard !columns.isEmpty else { return }
        let first = self.index(x: columns.lowerBound, y: y)
        let end = first + columns.count
        if self.cells[first].span == .continuation {
            self.cells[first - 1] = Cell(" ", role: self.cells[first - 1].role)
        }
        if self.cells[end - 1].span == .wide {
            self.cells[end] = Cell(" ", role: self.cells[end].role)
        }
        self.cells.withUnsafeMutableBufferPointer { cells in
            for x in columns { cells[first + x - columns.lowerBound] = cell(x) }
        }
    }

    private mutating func store(_ cell: Cell, x: Int, y: Int) {
        let index = self.index(x: x, y: y)
        if self.cells[index].span == .continuation, cell.span != .continuation {
            self.cells[index - 1] = Cell(" ", role: self.cells[index - 1].role)
        }
        if self.cells[index].span == .wide, cell.span != .wide {
            self.cells[index + 1] = Cell(" ", role: self.cells[index + 1].role)
        }
        self.cells[index] = cell
    }
}
