extension SafeText {
    /// Breaks wherever a line is full, as JSON has no better places.
    /// - Parameter limit: the maximum number of lines; the last takes the rest, and is cut when
    ///   drawn.
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

    /// Cuts in the middle, because names differ at their ends.
    /// - Parameter start: the cells kept at the start, if there is room for others.
    package func shortened(to width: Int, keeping start: Int) -> SafeText {
        let room = width - 1
        let head = min(max(start, room / 2), room - min(4, room / 3))
        return self.shortened(to: width, head: head)
    }

    /// - Parameter head: the cells kept at the start; the others are kept at the end.
    func shortened(to width: Int, head: Int) -> SafeText {
        guard self.width > width, width > 4 else { return self }
        let pieces = self.wrapped(first: head, width: 1, limit: 2)
        let start = head > 0 ? pieces[0] : .empty
        return "\(start)\(glyph: "…")\(self.ending(width - 1 - start.width))"
    }

    private func ending(_ cells: Int) -> SafeText {
        var (width, start) = (0, self.utf8.count)
        for glyph in self.characters.reversed() {
            guard width + glyph.width <= cells else { break }
            width += glyph.width
            start -= UTF8.width(glyph.scalar)
        }
        return self.piece(start..<self.utf8.count, width: width)
    }

    /// The byte range must start and end at characters.
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

extension SafeText {
    /// The text with spaces after it, up to a number of cells.
    package func padded(to cells: Int) -> String {
        self.string + String(repeating: " ", count: max(cells - self.width, 0))
    }
}
