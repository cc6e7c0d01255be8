extension SafeText {
    /// The text in pieces for lines one below the other. It is broken wherever a line is full, as
    /// JSON has no better places; no character is halved.
    ///
    /// - Parameters:
    ///   - first: the cells of the first line.
    ///   - width: the cells of the others.
    ///   - limit: the most lines; what goes beyond them stays in the last, and drawing cuts it.
    /// - Returns: at least one piece.
    package func wrapped(first: Int, width: Int, limit: Int) -> [SafeText] {
        var pieces: [SafeText] = []
        var start = 0
        var end = 0
        var cells = 0
        for glyph in self.characters {
            let room = max(pieces.isEmpty ? first : width, 1)
            if cells + glyph.width > room, cells > 0, pieces.count + 1 < limit {
                pieces.append(self.piece(start..<end, width: cells))
                (start, cells) = (end, 0)
            }
            cells += glyph.width
            end += UTF8.width(glyph.scalar)
        }
        return pieces + [self.piece(start..<self.utf8.count, width: cells)]
    }

    /// The text of some bytes, which begin and end with a character.
    private func piece(_ range: Range<Int>, width: Int) -> SafeText {
        let marks = self.marks.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
        return SafeText(
            utf8: Array(self.utf8[range]),
            marks: marks.map {
                $0.lowerBound - range.lowerBound..<$0.upperBound - range.lowerBound
            },
            width: width, isCut: self.isCut && range.upperBound == self.utf8.count)
    }
}
