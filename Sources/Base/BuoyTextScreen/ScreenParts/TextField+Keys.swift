/// Readline's keys, as far as a `KeyPress` can express them; not Alt-Backspace.
extension TextField {
    package mutating func edit(_ key: KeyPress) -> Bool {
        if let place = self.destination(of: key) {
            self.move(to: place)
        } else if let range = self.rangeToKill(for: key) {
            self.kill(range)
        } else {
            return self.write(key)
        }
        return true
    }

    private func destination(of key: KeyPress) -> Int? {
        switch key {
        case .left, .control("B"): self.cursor - 1
        case .right, .control("F"): self.cursor + 1
        case .home, .control("A"): 0
        case .end, .control("E"): self.characters.count
        case .alt("b"), .altArrow(.left), .controlArrow(.left): self.wordStart
        case .alt("f"), .altArrow(.right), .controlArrow(.right): self.wordEnd
        default: nil
        }
    }

    private func rangeToKill(for key: KeyPress) -> Range<Int>? {
        switch key {
        case .control("W"): self.blankStart..<self.cursor
        case .control("U"): 0..<self.cursor
        case .control("K"): self.cursor..<self.characters.count
        case .alt("d"): self.cursor..<self.wordEnd
        default: nil
        }
    }

    /// Consecutive cuts are pasted as one.
    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let text = String(self.characters[range])
        let earlier = self.lastStep == .killing ? self.killed : ""
        self.killed = range.lowerBound < self.cursor ? text + earlier : earlier + text
        self.change(range, to: "", as: .killing)
    }

    private mutating func write(_ key: KeyPress) -> Bool {
        let here = self.cursor..<self.cursor
        switch key {
        case .character(let scalar): self.change(here, to: String(Character(scalar)), as: .typing)
        case .paste(let bytes): self.change(here, to: Self.line(ofPasted: bytes))
        case .control("Y"): self.change(here, to: self.killed)
        case .control("T"): self.transpose()
        case .backspace, .control("H"):
            self.change(max(self.cursor - 1, 0)..<self.cursor, to: "")
        case .delete, .control("D"): self.change(self.cursor..<self.cursor + 1, to: "")
        case .control("_"): self.undo()
        default: return false
        }
        return true
    }

    /// Drops the trailing line break, which is usually copied by accident.
    private static func line(ofPasted bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private mutating func transpose() {
        guard self.cursor > 0, self.characters.count > 1 else { return }
        let right = min(self.cursor, self.characters.count - 1)
        let swapped = [self.characters[right], self.characters[right - 1]]
        self.change(right - 1..<right + 1, to: String(swapped))
    }
}

// MARK: Words

/// Alt keys treat letters and digits as words, so they stop inside `presence-lobby`; Ctrl-W
/// cuts back to a space.
extension TextField {
    private var wordStart: Int {
        var place = self.cursor
        while place > 0, !self.isWord(at: place - 1) { place -= 1 }
        while place > 0, self.isWord(at: place - 1) { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = self.cursor
        while place < self.characters.count, !self.isWord(at: place) { place += 1 }
        while place < self.characters.count, self.isWord(at: place) { place += 1 }
        return place
    }

    private var blankStart: Int {
        var place = self.cursor
        while place > 0, self.characters[place - 1] == " " { place -= 1 }
        while place > 0, self.characters[place - 1] != " " { place -= 1 }
        return place
    }

    private func isWord(at place: Int) -> Bool {
        self.characters[place].isLetter || self.characters[place].isNumber
    }
}
