extension SafeText {
    /// No character is lost or halved; combining marks stay with their character.
    /// - Parameters:
    ///   - first: the width of the first row; 0 leaves it empty.
    ///   - width: the width of the other rows; at least 2, so that every character fits.
    ///   - atSpaces: breaks after a space, if there is one in the second half of a row.
    package func rows(first: Int, width: Int, atSpaces: Bool = false) -> [SafeText] {
        guard self.width > first else { return [self] }
        var cutter = RowTruncator(self, room: max(first, 0))
        for glyph in self.characters {
            if glyph.width > 0, cutter.cells + glyph.width > cutter.room {
                cutter.endRow(nextRoom: max(width, 2), atSpaces: atSpaces)
            }
            cutter.pass(glyph)
        }
        return cutter.finished()
    }
}

private struct RowTruncator {
    private let text: SafeText
    private var rows: [SafeText] = []
    private(set) var room: Int
    private(set) var cells = 0
    /// Byte offsets: the start of the row and the end of the processed text.
    private var start = 0
    private var end = 0
    /// After the last space of the row: its byte offset, and the cells up to it.
    private var space: (end: Int, cells: Int)?
    private var nextMark = 0

    init(_ text: SafeText, room: Int) {
        self.text = text
        self.room = room
    }

    mutating func pass(_ glyph: SafeText.Glyph) {
        self.end += UTF8.width(glyph.scalar)
        self.cells += glyph.width
        if glyph.scalar == " " { self.space = (self.end, self.cells) }
    }

    mutating func endRow(nextRoom: Int, atSpaces: Bool) {
        var cut = (end: self.end, cells: self.cells)
        if atSpaces, let space = self.space, space.cells * 2 > self.room { cut = space }
        self.rows.append(self.piece(to: cut.end, width: cut.cells))
        self.start = cut.end
        self.cells -= cut.cells
        self.room = nextRoom
        self.space = nil
    }

    mutating func finished() -> [SafeText] {
        var last = self.piece(to: self.end, width: self.cells)
        last.isCut = self.text.isCut
        return self.rows + [last]
    }

    private mutating func piece(to end: Int, width: Int) -> SafeText {
        var marks: [Range<Int>] = []
        let marksOfText = self.text.marks
        while self.nextMark < marksOfText.count, marksOfText[self.nextMark].lowerBound < end {
            let part = marksOfText[self.nextMark].clamped(to: self.start..<end)
            if !part.isEmpty {
                marks.append(part.lowerBound - self.start..<part.upperBound - self.start)
            }
            if marksOfText[self.nextMark].upperBound > end { break }
            self.nextMark += 1
        }
        return SafeText(
            utf8: Array(self.text.utf8[self.start..<end]), marks: marks, width: width,
            isCut: false)
    }
}
