/// The edits of a line that can be undone, as what they replaced.
struct TextEdits: Hashable, Sendable {
    struct Edit: Hashable, Sendable {
        fileprivate(set) var start: Int
        /// Of the characters that were written.
        fileprivate(set) var count: Int
        fileprivate(set) var removed: [Character]
        /// Before the edit.
        let cursor: Int

        var range: Range<Int> { self.start..<self.start + self.count }

        /// Includes a later edit, unless it was elsewhere.
        fileprivate mutating func include(_ later: Edit) -> Bool {
            let (end, laterEnd) = (self.range.upperBound, later.start + later.removed.count)
            guard later.start <= end, laterEnd >= self.start else { return false }
            let (lead, tail) = (max(self.start - later.start, 0), max(laterEnd - end, 0))
            if lead > 0 { self.removed.insert(contentsOf: later.removed.prefix(lead), at: 0) }
            if tail > 0 { self.removed += later.removed.suffix(tail) }
            self.start = min(self.start, later.start)
            self.count += lead + tail - later.removed.count + later.count
            return true
        }
    }

    private var edits: [Edit] = []

    mutating func add(_ edit: Edit, joinsLast: Bool) {
        if joinsLast, let last = self.edits.indices.last, self.edits[last].include(edit) { return }
        self.edits.append(edit)
        while self.edits.count > TextField.undoLimit || self.size > 4 * TextField.byteLimit {
            self.edits.removeFirst()
        }
    }

    private var size: Int { self.edits.reduce(0) { $0 + $1.removed.count } }

    /// The last edit that still makes a difference: cycling through other strings may have led back
    /// to the same one.
    mutating func takeLast(before line: CharacterLine) -> Edit? {
        while let edit = self.edits.popLast() {
            guard line[edit.range].elementsEqual(edit.removed) else { return edit }
        }
        return nil
    }
}
