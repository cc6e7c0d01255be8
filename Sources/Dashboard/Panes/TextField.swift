import TextScreen

/// One line that is edited: a text and a cursor in it.
struct TextField: Hashable, Sendable {
    private var characters: [Character]
    /// How many characters stand before the cursor.
    private(set) var cursor: Int

    /// The most characters that are taken.
    static let limit = 4096

    init(_ text: String = "") {
        self.characters = Array(text.prefix(Self.limit))
        self.cursor = self.characters.count
    }

    var text: String { String(self.characters) }
    var isEmpty: Bool { self.characters.isEmpty }
    /// What stands before the cursor.
    var textBeforeCursor: String { String(self.characters[..<self.cursor]) }

    /// Writes at the cursor. Control characters are left out, line breaks become spaces.
    mutating func insert(_ text: String) {
        let isBreak = { (scalar: Unicode.Scalar) in
            scalar == "\n" || scalar == "\r" || scalar == "\t"
        }
        let scalars = text.unicodeScalars
            .map { isBreak($0) ? " " : $0 }
            .filter { CharacterWidth.characterClass(of: $0) != .unprintable }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: scalars)
        // A combining mark joins the character before it, so the line is counted anew.
        let before = Array((self.textBeforeCursor + String(clean)).prefix(Self.limit))
        let after = self.characters[self.cursor...].prefix(Self.limit - before.count)
        self.characters = before + after
        self.cursor = before.count
    }

    /// Replaces what stands between a place and the cursor.
    mutating func replace(from start: Int, with text: String) {
        let start = min(max(start, 0), self.cursor)
        self.characters.removeSubrange(start..<self.cursor)
        self.cursor = start
        self.insert(text)
    }

    /// Edits the line as shells do.
    /// - Returns: whether the key was one for editing.
    mutating func edit(_ key: KeyPress) -> Bool {
        switch key {
        case .character(let scalar): self.insert(String(Character(scalar)))
        case .paste(let bytes): self.paste(bytes)
        case .left, .control("B"): self.cursor = max(self.cursor - 1, 0)
        case .right, .control("F"): self.cursor = min(self.cursor + 1, self.characters.count)
        case .home, .control("A"): self.cursor = 0
        case .end, .control("E"): self.cursor = self.characters.count
        case .alt("b"): self.cursor = self.wordStart
        case .alt("f"): self.cursor = self.wordEnd
        case .backspace, .control("H"): self.replace(from: self.cursor - 1, with: "")
        case .control("W"): self.replace(from: self.wordStart, with: "")
        case .control("U"): self.replace(from: 0, with: "")
        case .control("K"): self.characters.removeSubrange(self.cursor...)
        case .delete, .control("D"):
            if self.cursor < self.characters.count { self.characters.remove(at: self.cursor) }
        default: return false
        }
        return true
    }

    private mutating func paste(_ bytes: [UInt8]) {
        let text = String(decoding: bytes.prefix(4 * Self.limit), as: UTF8.self)
        // A copied line ends in a line break that nobody meant.
        let lines = text.split(whereSeparator: \.isNewline)
        self.insert(lines.joined(separator: " "))
    }

    private var wordStart: Int {
        var place = self.cursor
        while place > 0, self.characters[place - 1] == " " { place -= 1 }
        while place > 0, self.characters[place - 1] != " " { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = self.cursor
        while place < self.characters.count, self.characters[place] == " " { place += 1 }
        while place < self.characters.count, self.characters[place] != " " { place += 1 }
        return place
    }

    /// Draws the line with the cursor in it, scrolled so that the cursor is seen.
    func draw(on canvas: inout Canvas, in rect: Rect, role: Role) {
        canvas.draw(in: rect) { canvas in
            guard canvas.width > 0 else { return }
            let before = SafeText(sanitizing: self.textBeforeCursor, limit: 8 * Self.limit)
            let shift = max(before.width - canvas.width + 1, 0)
            canvas.put(
                SafeText(sanitizing: self.text, limit: 8 * Self.limit), x: -shift, y: 0, role: role)
            canvas.placeCursor(x: before.width - shift, y: 0)
        }
    }
}
