/// A line of text that is being edited, with a cursor. Positions count grapheme clusters, as a
/// reader does.
package struct TextField: Hashable, Sendable {
    /// The origin of a change; some consecutive changes with the same origin are undone together.
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
    /// The number of characters before the cursor.
    package private(set) var cursor = 0
    /// The text that was last cut, for Ctrl-Y.
    package var killed = ""
    private(set) var lastStep = Step.other
    /// The versions of the line before each change, oldest first.
    private var versions: [Version] = []

    /// The maximum number of characters.
    package static let limit = 4096
    /// The maximum size in UTF-8, because a character may have any number of combining marks.
    package static let byteLimit = 8 * limit
    /// The number of changes that can be undone.
    package static let undoLimit = 100

    package init(_ text: String = "") {
        self.replace(0..<0, with: text)
    }

    package var text: String { String(self.characters) }
    package var isEmpty: Bool { self.characters.isEmpty }
    package var textBeforeCursor: String { String(self.characters[..<self.cursor]) }

    /// Moves the cursor, at most to an end of the line.
    package mutating func move(to place: Int) {
        self.cursor = min(max(place, 0), self.characters.count)
        self.lastStep = .other
    }

    /// Replaces a part of the line; this can be undone. The cursor is then after the new text.
    /// Control characters are removed, line breaks become spaces, and text that is too long is cut.
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

    /// Undoes the last change, or the typing of the last word.
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
