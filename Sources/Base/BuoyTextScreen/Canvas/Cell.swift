/// One cell of the screen: a character, its role, and an overlay. It has 16 bytes and no
/// references, so that screens are copied and compared like plain memory.
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

    /// The character; a space in a continuation.
    package let scalar: Unicode.Scalar

    /// Combining marks drawn on the character; zero for none.
    private var mark1: UInt32 = 0
    private var mark2: UInt32 = 0

    /// The role of the text.
    package var role: Role

    /// A role laid over the text, for instance for a selection. The text keeps its own role.
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
    static let blank = Cell(" ")

    /// The combining marks on the character: none, one or two.
    package var marks: [Unicode.Scalar] {
        [self.mark1, self.mark2].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
    }

    /// Whether the cell has combining marks, without creating a list of them.
    package var hasMarks: Bool { self.mark1 != 0 }

    /// The role in a golden screen: the overlay, or else the text's own role.
    var shownRole: Role { self.overlay ?? self.role }

    /// Adds a combining mark to the character. A third one is ignored.
    mutating func combine(_ mark: Unicode.Scalar) {
        if self.mark1 == 0 {
            self.mark1 = mark.value
        } else if self.mark2 == 0 {
            self.mark2 = mark.value
        }
    }
}
