extension TextField {
    private struct Piece {
        let start: Int
        let text: SafeText
        let role: Role
    }

    /// Scrolls a long line to show the cursor, with an ellipsis where text is left out.
    package func draw(on canvas: inout Canvas, in rect: Rect, role: Role, error: Range<Int> = 0..<0)
    {
        canvas.draw(in: rect) { canvas in
            guard canvas.width > 0 else { return }
            let pieces = self.pieces(role, error)
            let width = pieces.reduce(0) { $0 + $1.text.width }
            let before = pieces.reduce(0) { $0 + ($1.start < self.cursor ? $1.text.width : 0) }
            let shift = Self.shift(before: before, after: width - before, room: canvas.width)
            var x = -shift
            for piece in pieces {
                canvas.put(piece.text, x: x, y: 0, role: piece.role)
                x += piece.text.width
            }
            if x > canvas.width {
                canvas.put(glyph: canvas.glyphs.ellipsis, x: canvas.width - 1, y: 0, role: role)
            }
            if shift > 0, before > shift {
                canvas.put(glyph: canvas.glyphs.ellipsis, x: 0, y: 0, role: role)
            }
            canvas.placeCursor(x: before - shift, y: 0)
        }
    }

    private func pieces(_ role: Role, _ error: Range<Int>) -> [Piece] {
        let error = error.clamped(to: 0..<self.characters.count)
        let ends = [0, error.lowerBound, error.upperBound, self.cursor, self.characters.count]
            .sorted()
        return zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { start, end in
            Piece(
                start: start,
                text: SafeText(
                    sanitizing: String(self.characters[start..<end]), limit: Self.byteLimit),
                role: error.contains(start) ? .promptError : role)
        }
    }

    /// Shows as much text after the cursor as fits, but at least the character at the cursor and
    /// the ellipsis.
    private static func shift(before: Int, after: Int, room: Int) -> Int {
        let seen = min(min(max(after, 1), 3), room)
        return max(before + seen - room, 0)
    }
}
