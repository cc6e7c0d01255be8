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
            let pieces = self.pieces(self.window(canvas.width), role, error)
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

    private func pieces(_ window: Range<Int>, _ role: Role, _ error: Range<Int>) -> [Piece] {
        let error = error.clamped(to: window)
        let ends = [
            window.lowerBound, error.lowerBound, error.upperBound, self.cursor, window.upperBound,
        ].sorted()
        return zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { start, end in
            Piece(
                start: start,
                text: SafeText(
                    sanitizing: String(self.characters[start..<end]), limit: Self.byteLimit),
                role: error.contains(start) ? .promptError : role)
        }
    }

    /// Enough around the cursor to fill the room on either side, so that drawing a long line costs
    /// no more than a short one.
    private func window(_ room: Int) -> Range<Int> {
        let before = self.characters[..<self.cursor].reversed()
        let after = self.characters[self.cursor...]
        let start = self.cursor - Self.count(before, filling: room)
        return start..<self.cursor + Self.count(after, filling: room)
    }

    private static func count(_ characters: some Sequence<Character>, filling room: Int) -> Int {
        var (width, count) = (0, 0)
        // A few more than the room, so that the ellipsis is still drawn where text is left out.
        for character in characters.prefix(4 * room + 8) where width <= room + 2 {
            width += SafeText(sanitizing: String(character), limit: Self.characterByteLimit).width
            count += 1
        }
        return count
    }

    /// Shows as much text after the cursor as fits, but at least the character at the cursor and
    /// the ellipsis.
    private static func shift(before: Int, after: Int, room: Int) -> Int {
        let seen = min(min(max(after, 1), 3), room)
        return max(before + seen - room, 0)
    }
}
