/// One cell of the screen: a character, what it is, and what lies over it. 16 bytes, no references,
/// so that a screen is copied and compared like plain memory.
package struct Cell: Hashable, Sendable {
    /// How the character of a cell fills it.
    package enum Span: UInt8, Sendable {
        /// The character takes this cell alone.
        case narrow

        /// The character takes this cell and the next one.
        case wide

        /// The second half of the wide character to the left.
        case continuation
    }

    /// The character. A space in a continuation.
    package let scalar: Unicode.Scalar

    /// Combining marks drawn on the character; zero is none.
    private var mark1: UInt32 = 0
    private var mark2: UInt32 = 0

    /// What the text is.
    package var role: Role

    /// What lies over the text, as a selection does. The text keeps its own role.
    package var overlay: Role?

    /// How the character fills the cell.
    package let span: Span

    /// A cell without combining marks.
    package init(_ scalar: Unicode.Scalar, role: Role = .text, span: Span = .narrow) {
        self.scalar = scalar
        self.role = role
        self.span = span
    }

    /// An empty cell.
    package static let blank = Cell(" ")

    /// The combining marks on the character: none, one or two.
    package var marks: [Unicode.Scalar] {
        [self.mark1, self.mark2].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
    }

    /// Whether the cell has combining marks, without making a list of them.
    package var hasMarks: Bool { self.mark1 != 0 }

    /// The role that a golden screen shows: what lies over the text, or else the text's own.
    package var shownRole: Role { self.overlay ?? self.role }

    /// Puts a combining mark on the character. A third one is left out.
    mutating func combine(_ mark: Unicode.Scalar) {
        if self.mark1 == 0 {
            self.mark1 = mark.value
        } else if self.mark2 == 0 {
            self.mark2 = mark.value
        }
    }
}
