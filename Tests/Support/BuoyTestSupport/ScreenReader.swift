import BuoyTextScreen

/// The screen that a program draws with the control functions of `xterm-256color` that ncurses
/// uses: a small reading terminal. Anything it does not know is put into `unknown`.
package struct ScreenReader {
    package let columns: Int
    package let rows: Int
    /// What is in each cell: a character with its marks; nothing in the second cell of a wide one.
    package private(set) var cells: [[String]]
    private var x = 0
    private var y = 0
    /// Where the cursor was when it was last saved.
    private var saved = (x: 0, y: 0)
    private var top = 0
    private var bottom: Int
    private var pending: [UInt8] = []
    private var lastCharacter: Unicode.Scalar = " "
    /// Control functions that were not understood.
    package private(set) var unknown: [String] = []
    /// Private modes that are on: `?1049`, `?2004`, …
    package private(set) var modes: Set<String> = []

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        self.bottom = rows - 1
        self.cells = Array(
            repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows, without the second cells of wide characters.
    package var lines: [String] { self.cells.map { $0.joined() } }

    /// The screen as text.
    package var text: String { self.lines.joined(separator: "\n") }

    /// Takes what the program wrote.
    package mutating func write(_ bytes: some Sequence<UInt8>) {
        self.pending += bytes
        var rest = self.pending[...]
        while let first = rest.first {
            let taken = first == 0x1B ? self.takeEscape(rest) : self.takePlain(rest)
            guard taken > 0 else { break }
            rest = rest.dropFirst(taken)
        }
        self.pending = Array(rest)
    }

    private mutating func takePlain(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first else { return 0 }
        switch first {
        case 0x08: self.x = max(0, min(self.x, self.columns - 1) - 1)
        case 0x0A: self.lineFeed()
        case 0x0D: self.x = 0
        case 0x09: self.x = min(self.columns - 1, (self.x / 8 + 1) * 8)
        case 0x20...0x7E: self.put(Unicode.Scalar(first))
        case 0x80...: return self.takeScalar(bytes)
        default: break
        }
        return 1
    }

    private mutating func takeScalar(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let first = bytes.first else { return 0 }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard bytes.count >= length else { return 0 }
        let text = String(decoding: bytes.prefix(length), as: UTF8.self)
        for scalar in text.unicodeScalars { self.put(scalar) }
        return length
    }

    private mutating func takeEscape(_ bytes: ArraySlice<UInt8>) -> Int {
        guard bytes.count >= 2 else { return 0 }
        let rest = bytes.dropFirst(2)
        switch bytes[bytes.startIndex + 1] {
        case UInt8(ascii: "["):
            guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) || $0 == 0x1B })
            else { return 0 }
            // As in a terminal, Esc ends a sequence that was cut, and starts the next one.
            guard rest[end] != 0x1B else { return end - bytes.startIndex }
            self.control(rest[..<end], final: rest[end])
            return end - bytes.startIndex + 1
        case UInt8(ascii: "]"), UInt8(ascii: "P"):
            guard let end = rest.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return 0 }
            return end - bytes.startIndex + (rest[end] == 0x1B ? 2 : 1)
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            return bytes.count >= 3 ? 3 : 0
        case UInt8(ascii: "M"):
            self.reverseLineFeed()
        case UInt8(ascii: "7"): self.saved = (self.x, self.y)
        case UInt8(ascii: "8"): (self.x, self.y) = self.saved
        case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"): break
        // The program discards what a terminal has not taken when it ends, so a sequence may be
        // cut.
        case 0x1B: return 1
        case let other: self.unknown.append("ESC \(Character(Unicode.Scalar(other)))")
        }
        return 2
    }

    private mutating func control(_ parameters: ArraySlice<UInt8>, final: UInt8) {
        let text = String(decoding: parameters, as: UTF8.self)
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let first = max(1, numbers.first.flatMap { $0 } ?? 1)
        switch Character(Unicode.Scalar(final)) {
        case "H", "f":
            self.y = min(first, self.rows) - 1
            self.x = min(max(1, numbers.dropFirst().first.flatMap { $0 } ?? 1), self.columns) - 1
        case "A": self.y = max(0, self.y - first)
        case "B": self.y = min(self.rows - 1, self.y + first)
        case "C": self.x = min(self.columns - 1, self.x + first)
        case "D": self.x = max(0, self.x - first)
        case "G": self.x = min(first, self.columns) - 1
        case "d": self.y = min(first, self.rows) - 1
        case "J": self.eraseScreen(numbers.first.flatMap { $0 } ?? 0)
        case "K": self.eraseLine(numbers.first.flatMap { $0 } ?? 0)
        case "X": self.erase(from: self.x, to: self.x + first)
        case "P": self.deleteCharacters(first)
        case "@": self.insertCharacters(first)
        case "L": self.scroll(from: self.y, by: -first)
        case "M": self.scroll(from: self.y, by: first)
        case "S": self.scroll(from: self.top, by: first)
        case "T": self.scroll(from: self.top, by: -first)
        case "b": for _ in 0..<first { self.put(self.lastCharacter) }
        case "r":
            self.setRegion(top: first, bottom: numbers.dropFirst().first.flatMap { $0 })
        case "h", "l": self.setModes(text, isOn: final == UInt8(ascii: "h"))
        case "m", "t", "q", "c": break
        case "u" where text == "?" || text == ">1" || text == "<": break
        default: self.unknown.append("CSI \(text)\(Character(Unicode.Scalar(final)))")
        }
    }

    /// Rows count from one. A program that has not heard of a new size yet names rows that are
    /// gone: as in xterm, the region ends at the last row then, and one without two rows is the
    /// screen.
    private mutating func setRegion(top: Int, bottom: Int?) {
        let last = min(max(bottom ?? self.rows, 1), self.rows)
        (self.top, self.bottom) = top < last ? (top - 1, last - 1) : (0, self.rows - 1)
        (self.x, self.y) = (0, 0)
    }

    private mutating func setModes(_ text: String, isOn: Bool) {
        guard text.hasPrefix("?") else { return }
        for mode in text.dropFirst().split(separator: ";") {
            if isOn { self.modes.insert("?\(mode)") } else { self.modes.remove("?\(mode)") }
            if mode == "1049" { self.eraseScreen(2) }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = CharacterWidth.cells(of: scalar) ?? 0
        guard width > 0 else {
            self.combine(scalar)
            return
        }
        if self.x + width > self.columns {
            self.x = 0
            self.lineFeed()
        }
        self.cells[self.y][self.x] = String(scalar)
        if width == 2, self.x + 1 < self.columns { self.cells[self.y][self.x + 1] = "" }
        self.lastCharacter = scalar
        self.x = min(self.x + width, self.columns)
    }

    /// Puts a mark on the character before.
    private mutating func combine(_ scalar: Unicode.Scalar) {
        var column = min(self.x, self.columns) - 1
        while column > 0, self.cells[self.y][column].isEmpty { column -= 1 }
        guard column >= 0 else { return }
        self.cells[self.y][column].unicodeScalars.append(scalar)
    }

    private mutating func lineFeed() {
        if self.y == self.bottom {
            self.scroll(from: self.top, by: 1)
        } else {
            self.y = min(self.rows - 1, self.y + 1)
        }
    }

    private mutating func reverseLineFeed() {
        if self.y == self.top {
            self.scroll(from: self.top, by: -1)
        } else {
            self.y = max(0, self.y - 1)
        }
    }

    /// Moves the rows from one to the end of the region: up for a positive count.
    private mutating func scroll(from start: Int, by count: Int) {
        guard start <= self.bottom else { return }
        let height = self.bottom - start + 1
        let distance = min(abs(count), height)
        let blank = Array(
            repeating: Array(repeating: " ", count: self.columns), count: distance)
        let region = Array(self.cells[start...self.bottom])
        let moved =
            count > 0
            ? Array(region[distance...]) + blank : blank + Array(region[..<(height - distance)])
        self.cells.replaceSubrange(start...self.bottom, with: moved)
    }

    private mutating func erase(from start: Int, to end: Int) {
        for column in start..<max(start, min(end, self.columns)) {
            self.cells[self.y][column] = " "
        }
    }

    private mutating func eraseLine(_ mode: Int) {
        self.erase(
            from: mode == 0 ? min(self.x, self.columns) : 0,
            to: mode == 1 ? self.x + 1 : self.columns)
    }

    private mutating func eraseScreen(_ mode: Int) {
        let blank = [String](repeating: " ", count: self.columns)
        if mode == 0 {
            self.eraseLine(0)
            for row in (self.y + 1)..<max(self.y + 1, self.rows) { self.cells[row] = blank }
        } else {
            self.cells = Array(repeating: blank, count: self.rows)
        }
    }

    private mutating func deleteCharacters(_ count: Int) {
        let row = self.cells[self.y]
        let x = min(self.x, self.columns)
        let rest = row[x...].dropFirst(count)
        self.cells[self.y] = Array(
            (row[..<x] + rest + Array(repeating: " ", count: self.columns)).prefix(self.columns))
    }

    private mutating func insertCharacters(_ count: Int) {
        let row = self.cells[self.y]
        let x = min(self.x, self.columns)
        self.cells[self.y] = Array(
            (row[..<x] + Array(repeating: " ", count: count) + row[x...]).prefix(self.columns))
    }
}
