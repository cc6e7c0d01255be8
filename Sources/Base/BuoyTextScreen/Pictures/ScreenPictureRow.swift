/// One row of a picture: its cells in runs of the same look.
struct ScreenPictureRow {
    /// The runs, from left to right. Together they are the whole row.
    let runs: [ScreenPictureRun]

    /// The colour behind the whole screen, which need not be drawn again.
    let ground: RGB

    /// A row whose upper left corner is at a place of the picture.
    init(cells: [Cell], x: Int, y: Int, theme: Theme) {
        self.ground = ScreenPictureInk(theme, role: .text).background
        var runs: [ScreenPictureRun] = []
        var run: ScreenPictureRun?
        for (column, cell) in cells.enumerated() {
            let ink = ScreenPictureInk(theme, role: cell.role, overlay: cell.overlay)
            if run?.ink != ink {
                runs += [run].compactMap(\.self)
                let x = x + column * ScreenPicture.cellWidth
                run = ScreenPictureRun(ink: ink, x: x, y: y)
            }
            run?.cells.append(cell)
        }
        self.runs = runs + [run].compactMap(\.self)
    }
}

/// Cells side by side that are drawn with the same ink.
struct ScreenPictureRun {
    /// Characters that are drawn as one text.
    struct Word: Hashable {
        /// The characters.
        var text: String

        /// Where they are in the picture.
        var bounds: Rect

        /// Whether any monospace font has them.
        let isASCII: Bool
    }

    /// What the cells are drawn with.
    let ink: ScreenPictureInk

    /// The left edge in the picture.
    let x: Int

    /// The upper edge in the picture.
    let y: Int

    /// The cells.
    var cells: [Cell] = []

    /// The place of the run in the picture.
    var bounds: Rect { self.bounds(of: self.cells.indices) }

    private func bounds(of columns: Range<Int>) -> Rect {
        Rect(
            x: self.x + columns.lowerBound * ScreenPicture.cellWidth, y: self.y,
            width: columns.count * ScreenPicture.cellWidth, height: ScreenPicture.cellHeight)
    }
}

extension ScreenPictureRun {
    /// The text of the run, in pieces that are placed each for itself: ASCII up to the next two
    /// spaces, and any other character alone.
    var words: [Word] {
        var words: [Word] = []
        for (column, cell) in self.cells.enumerated() where self.isWritten(cell) {
            let isASCII = cell.scalar.isASCII && !cell.hasMarks
            let width = cell.span == .wide ? 2 : 1
            let bounds = self.bounds(of: column..<column + width)
            if isASCII, let last = words.last, last.isASCII,
                bounds.x - last.bounds.endX <= ScreenPicture.cellWidth
            {
                let space = bounds.x > last.bounds.endX ? " " : ""
                words[words.count - 1].text += space + String(cell.scalar)
                words[words.count - 1].bounds = Rect(
                    x: last.bounds.x, y: last.bounds.y, width: bounds.endX - last.bounds.x,
                    height: last.bounds.height)
            } else {
                let text = ([cell.scalar] + cell.marks).map(String.init).joined()
                words.append(Word(text: text, bounds: bounds, isASCII: isASCII))
            }
        }
        return words
    }

    private func isWritten(_ cell: Cell) -> Bool {
        cell.span != .continuation && (cell.scalar != " " || cell.hasMarks)
            && self.shape(of: cell) == nil
    }

    /// The shapes that replace a character. A character with combining marks is left to the font.
    private func shape(of cell: Cell) -> ScreenPictureShape? {
        cell.hasMarks ? nil : ScreenPictureShape(cell.scalar)
    }

    /// The lines and blocks of the run as rectangles with their colours. Equal ones side by side
    /// are one rectangle, where they reach from edge to edge.
    var shapes: [(rect: Rect, color: RGB, isSolid: Bool)] {
        var shapes: [(rect: Rect, color: RGB, isSolid: Bool)] = []
        var column = 0
        while column < self.cells.count {
            let cell = self.cells[column]
            guard let shape = self.shape(of: cell) else {
                column += 1
                continue
            }
            let end =
                shape.isEndless
                ? self.cells[column...].firstIndex { $0 != cell } ?? self.cells.count
                : column + 1
            let place = self.bounds(of: column..<end)
            let color = self.ink.foreground.mixed(
                with: self.ink.background, percent: shape.percent)
            shapes += shape.rects.map { rect in
                let width = shape.isEndless ? place.width : rect.width
                let size = Rect(x: rect.x, y: rect.y, width: width, height: rect.height)
                return (size.moved(x: place.x, y: place.y), color, shape.isSolid)
            }
            column = end
        }
        return shapes
    }
}
