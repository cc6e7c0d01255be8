/// A line of text being edited. Positions count grapheme clusters.
package struct TextField: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case typing, killing
        /// Another text was chosen with Tab, Up or Down.
        case choosing
        case other
    }

    private struct Version: Hashable {
        let text: String
        let cursor: Int
    }

    package private(set) var characters: [Character] = []
    package private(set) var cursor = 0
    /// The last cut text, for Ctrl-Y.
    package var killed = ""
    private(set) var lastStep = Step.other
    private var versions: [Version] = []

    /// In characters.
    package static let limit = 4096
    /// In UTF-8; a character may have any number of combining marks.
    package static let byteLimit = 8 * limit
    package static let undoLimit = 100

    package init(_ text: String = "") {
        self.replace(0..<0, with: text)
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
        let before = Version(text: self.text, cursor: self.cursor)
        self.replace(range, with: text)
        let isOneWithLast =
            step == self.lastStep && (step == .choosing || step == .typing && text != " ")
        self.lastStep = step
        guard !isOneWithLast, before.text != self.text else { return }
        self.versions.append(before)
        if self.versions.count > Self.undoLimit { self.versions.removeFirst() }
    }

    /// Typing is undone word by word.
    package mutating func undo() {
        self.lastStep = .other
        let text = self.text
        // Cycling through other strings may have led back to the same one.
        while let version = self.versions.popLast() {
            guard version.text != text else { continue }
            self.characters = Array(version.text)
            self.cursor = min(version.cursor, self.characters.count)
            return
        }
    }

    private mutating func replace(_ range: Range<Int>, with text: String) {
        let range = range.clamped(to: 0..<self.characters.count)
        let after = String(self.characters[range.upperBound...])
        let room = Self.limit - (self.characters.count - range.count)
        let before = self.characters[..<range.lowerBound] + Self.cleaned(text).prefix(max(room, 0))
        let written = String(before)
        guard written.utf8.count + after.utf8.count <= Self.byteLimit else { return }
        // A combining mark joins the character before it, so the line is counted again.
        self.characters = Array(written + after)
        var bytes = 0
        self.cursor =
            self.characters.firstIndex { character in
                defer { bytes += character.utf8.count }
                return bytes >= written.utf8.count
            } ?? self.characters.count
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
