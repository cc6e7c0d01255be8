/// A line of text being edited. Positions count grapheme clusters.
///
/// An edit costs as much as it changes, not as much as the line is long.
package struct TextField: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case typing, killing
        /// Another text was chosen with Tab, Up or Down.
        case choosing
        case other
    }

    package private(set) var characters = CharacterLine()
    package private(set) var cursor = 0
    /// The last cut text, for Ctrl-Y.
    package var killed = ""
    private(set) var lastStep = Step.other
    private var edits = TextEdits()
    /// Whether the last change was cut, because the line is full.
    package private(set) var isFull = false
    /// Increases with every change of the text.
    package private(set) var changes = 0
    private let byteLimit: Int

    /// In UTF-8.
    package static let byteLimit = 65_536
    /// In UTF-8, of a single character, which could have any number of combining marks.
    package static let characterByteLimit = 256
    package static let undoLimit = 100

    package init(_ text: String = "", byteLimit: Int = Self.byteLimit) {
        self.byteLimit = byteLimit
        _ = self.replace(0..<0, with: text)
    }

    package var text: String { String(self.characters) }
    package var isEmpty: Bool { self.characters.isEmpty }
    package var textBeforeCursor: String { String(self.characters[..<self.cursor]) }

    package mutating func move(to place: Int) {
        self.cursor = min(max(place, 0), self.characters.count)
        self.lastStep = .other
    }

    /// Undoable; leaves the cursor after the new text. Control characters are removed, line breaks
    /// become spaces, and text beyond the limit is cut.
    package mutating func change(_ range: Range<Int>, to text: String, as step: Step = .other) {
        let cursor = self.cursor
        let isOneWithLast =
            step == self.lastStep && (step == .choosing || step == .typing && text != " ")
        self.lastStep = step
        guard let edit = self.replace(range, with: text, cursor: cursor) else { return }
        self.edits.add(edit, joinsLast: isOneWithLast)
    }

    /// Typing is undone word by word.
    package mutating func undo() {
        self.lastStep = .other
        guard let edit = self.edits.takeLast(before: self.characters) else { return }
        self.characters.replace(edit.range, with: edit.removed)
        self.cursor = min(edit.cursor, self.characters.count)
        self.isFull = false
        self.changes &+= 1
    }

    /// - Returns: `nil` if nothing changed.
    private mutating func replace(
        _ range: Range<Int>, with text: String, cursor: Int = 0
    ) -> TextEdits.Edit? {
        let range = range.clamped(to: 0..<self.characters.count)
        let room =
            self.byteLimit - self.characters.byteCount
            + self.characters[range].reduce(0) { $0 + $1.utf8.count }
        let fitting =
            room > 0
            ? Self.prefix(of: Self.cleaned(text), bytes: room) : (text: "", isCut: !text.isEmpty)
        self.isFull = fitting.isCut
        let seam = Seam(self.characters, range, fitting.text)
        guard seam.characters.allSatisfy({ $0.utf8.count <= Self.characterByteLimit }) else {
            return nil
        }
        let removed = Array(self.characters[seam.range])
        self.characters.replace(seam.range, with: seam.characters)
        self.cursor = seam.cursor
        guard removed != seam.characters else { return nil }
        self.changes &+= 1
        return TextEdits.Edit(
            start: seam.range.lowerBound, count: seam.characters.count, removed: removed,
            cursor: cursor)
    }

    private static func prefix(
        of text: String, bytes: Int
    ) -> (text: String, isCut: Bool) {
        guard text.utf8.count > bytes else { return (text, false) }
        var (end, count) = (text.startIndex, 0)
        while count + text[end].utf8.count <= bytes {
            count += text[end].utf8.count
            end = text.index(after: end)
        }
        return (String(text[..<end]), true)
    }

    private static func cleaned(_ text: String) -> String {
        let isBreak = { (scalar: Unicode.Scalar) in
            scalar == "\n" || scalar == "\r" || scalar == "\t"
        }
        let scalars = text.unicodeScalars
            .map { isBreak($0) ? " " : $0 }
            .filter { CharacterWidth.characterClass(of: $0) != .unprintable }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: scalars)
        return String(clean)
    }
}

/// New text together with its neighbours, which it may join: a combining mark, or the other half of
/// a flag.
private struct Seam {
    private(set) var range: Range<Int>
    private(set) var characters: [Character]
    /// In the whole line, after the new text.
    private(set) var cursor: Int

    /// A run of flags is regrouped up to here.
    private static let mostNeighbours = 64

    init(_ line: CharacterLine, _ range: Range<Int>, _ text: String) {
        let start = max(range.lowerBound - 1, 0)
        let written = String(line[start..<range.lowerBound]) + text
        var neighbours = 1
        while true {
            let end = min(range.upperBound + neighbours, line.count)
            self.range = start..<end
            self.characters = Array(written + String(line[range.upperBound..<end]))
            let isWhole = range.upperBound == end || self.characters.last == line[end - 1]
            if isWhole || end == line.count || neighbours >= Self.mostNeighbours { break }
            neighbours *= 2
        }
        var bytes = 0
        let length = written.utf8.count
        let passed = self.characters.firstIndex { character in
            defer { bytes += character.utf8.count }
            return bytes >= length
        }
        self.cursor = start + (passed ?? self.characters.count)
    }
}
