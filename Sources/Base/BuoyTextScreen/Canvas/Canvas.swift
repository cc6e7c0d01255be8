/// A screen as a value: characters and roles, no colours. Panes draw on it, tests read it, and a
/// terminal shows it.
///
/// Drawing happens in a *region*: initially the whole screen, inside `draw(in:_:)` a part of it.
/// Coordinates are relative to the region's corner, and nothing can be drawn outside it.
package struct Canvas: Hashable, Sendable {
    /// The position of the terminal's cursor.
    package struct Cursor: Hashable, Sendable {
        /// The column.
        package let x: Int

        /// The row.
        package let y: Int
    }

    /// The size of the whole screen, whatever the region.
    package let size: ScreenSize

    /// The symbols to draw with. With an ASCII set, the canvas contains no other characters.
    package let glyphs: GlyphSet

    /// All cells, row after row.
    package private(set) var cells: [Cell]

    /// The cursor in screen coordinates; `nil` to hide it.
    package private(set) var cursor: Cursor?

    /// The web addresses on the screen.
    package private(set) var links: [CanvasLink] = []

    private var region: Rect

    /// A blank screen.
    package init(size: ScreenSize, glyphs: GlyphSet = .unicode) {
        self.size = size
        self.glyphs = glyphs
        self.cells = Array(repeating: .blank, count: size.columns * size.rows)
        self.region = size.bounds
    }

    /// The cells of one screen row; empty for a row that does not exist.
    package func row(_ y: Int) -> ArraySlice<Cell> {
        guard y >= 0, y < self.size.rows else { return [] }
        return self.cells[y * self.size.columns..<(y + 1) * self.size.columns]
    }
}

extension Canvas {
    /// The width of the region, in cells.
    package var width: Int { self.region.width }

    /// The height of the region, in rows.
    package var height: Int { self.region.height }

    /// The region in its own coordinates: from 0, 0.
    package var bounds: Rect { Rect(x: 0, y: 0, width: self.width, height: self.height) }

    /// Draws in a part of the region, with coordinates relative to that part. What is outside the
    /// present region is cut off.
    package mutating func draw<Result>(
        in rect: Rect,
        _ body: (inout Canvas) throws -> Result
    ) rethrows -> Result {
        let outer = self.region
        self.region = rect.moved(x: outer.x, y: outer.y).intersection(outer)
        defer { self.region = outer }
        return try body(&self)
    }

    /// The cell at a position in the region; a blank one outside.
    package subscript(x: Int, y: Int) -> Cell {
        guard self.bounds.contains(x: x, y: y) else { return .blank }
        return self.cells[self.index(x: x, y: y)]
    }

    /// Copies a part of the screen to a new canvas, for example a single pane.
    package func part(_ rect: Rect) -> Canvas {
        let rect = rect.intersection(self.bounds)
        var part = Canvas(
            size: ScreenSize(columns: rect.width, rows: rect.height), glyphs: self.glyphs)
        part.cells = (rect.y..<rect.endY).flatMap { y in
            self.row(y)[(y * self.width + rect.x)..<(y * self.width + rect.endX)]
        }
        return part
    }

    /// Shows the cursor at a position in the region, or hides it outside.
    package mutating func placeCursor(x: Int, y: Int) {
        self.cursor =
            self.bounds.contains(x: x, y: y)
            ? Cursor(x: x + self.region.x, y: y + self.region.y) : nil
    }

    /// Makes the cells of a row that show an address, or a part of one, a link.
    /// - Parameter columns: the columns in the region that show it, as drawn before.
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

    /// Draws one line of text, and returns the number of cells used. A string that does not fit in
    /// `maxWidth` cells, or in the region, ends in an ellipsis; a wide character is never halved.
    /// With a negative `x` the text starts outside the region, and only the rest is visible.
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

    /// A part of a string in one role.
    package struct RoleRun: Hashable, Sendable {
        /// The end of the part, in bytes of the text.
        package let end: Int
        /// The role of the part.
        package let role: Role

        /// Creates the part that ends at a byte and starts where the one before it ends.
        package init(end: Int, role: Role) {
            self.end = end
            self.role = role
        }
    }

    /// Draws one line of text in several roles.
    /// - Parameter runs: the parts of the text, in order and without gaps.
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

    /// Stores the characters of an ASCII text that fit in a width, and returns their number.
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

    /// Places the characters that fit in a width, and returns the cells that they took.
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

    /// Draws one line of text so that it ends before column `endX`.
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

    /// Draws one symbol.
    package mutating func put(glyph: Unicode.Scalar, x: Int, y: Int, role: Role = .text) {
        guard y >= 0, y < self.height, x < self.width else { return }
        self.place(glyph, width: 1, x: x, y: y, role: role)
    }

    /// Fills a part of the region with one symbol.
    package mutating func fill(_ rect: Rect, with glyph: Unicode.Scalar = " ", role: Role = .text) {
        let part = rect.intersection(self.bounds)
        let cell = Cell(self.drawable(glyph), role: role)
        for y in part.y..<part.endY { self.store(part.x..<part.endX, y: y) { _ in cell } }
    }

    /// Draws a line from left to right; to the end of the region if no width is given.
    package mutating func horizontalRule(
        y: Int, x: Int = 0, width: Int? = nil, isHeavy: Bool = false, role: Role = .border
    ) {
        let glyph = isHeavy ? self.glyphs.lines.heavyRule : self.glyphs.lines.rule
        let rect = Rect(x: x, y: y, width: width ?? self.width - x, height: 1)
        self.fill(rect, with: glyph, role: role)
    }

    /// Draws a line from top to bottom; to the end of the region if no height is given.
    package mutating func verticalRule(
        x: Int, y: Int = 0, height: Int? = nil, role: Role = .border
    ) {
        let rect = Rect(x: x, y: y, width: 1, height: height ?? self.height - y)
        self.fill(rect, with: self.glyphs.lines.bar, role: role)
    }

    /// Draws a box along the edge of a part of the region, without changing the inside.
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

    /// Applies an overlay role to cells, for instance for a selection or a search match. Characters
    /// and their own roles are kept; a theme combines the two.
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
    /// The index in `cells` of a position inside the region.
    private func index(x: Int, y: Int) -> Int {
        (y + self.region.y) * self.size.columns + x + self.region.x
    }

    /// Puts a character on an existing row of the region, at a column that may be outside.
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

    /// The replacement for a character of one cell. The ellipsis of a shortened text has its own
    /// symbol in every set.
    private func drawable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if self.allows(scalar) { return scalar }
        return scalar == "…" ? self.glyphs.ellipsis : "?"
    }

    /// Puts a combining mark on the character that ends before column `x`.
    private mutating func combine(_ mark: Unicode.Scalar, before x: Int, y: Int) {
        guard x > 0, self.allows(mark) else { return }
        let index = self.index(x: x - 1, y: y)
        let base = self.cells[index].span == .continuation ? index - 1 : index
        self.cells[base].combine(mark)
    }

    /// Writes cells of one column each into a row of the region. Columns outside the region are
    /// left out. The remaining halves of overwritten wide characters become blank.
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

    /// Writes one cell inside the region. The remaining half of an overwritten wide character
    /// becomes blank.
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
