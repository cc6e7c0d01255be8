/// 16 bytes without references, so screens are copied and compared like plain memory.
package struct Cell: Hashable, Sendable {
    package enum Span: UInt8, Sendable {
        case narrow

        case wide

        /// The second half of the wide character to the left.
        case continuation
    }

    package let scalar: Unicode.Scalar

    /// Combining marks; zero for none.
    private var mark1: UInt32 = 0
    private var mark2: UInt32 = 0

    package var role: Role

    package var overlay: Role?

    package let span: Span

    package init(_ scalar: Unicode.Scalar, role: Role = .text, span: Span = .narrow) {
        self.scalar = scalar
        self.role = role
        self.span = span
    }

    static let blank = Cell(" ")

    package var marks: [Unicode.Scalar] {
        [self.mark1, self.mark2].filter { $0 != 0 }.compactMap(Unicode.Scalar.init)
    }

    package var hasMarks: Bool { self.mark1 != 0 }

    var shownRole: Role { self.overlay ?? self.role }

    /// A third mark is ignored.
    mutating func combine(_ mark: Unicode.Scalar) {
        if self.mark1 == 0 {
            self.mark1 = mark.value
        } else if self.mark2 == 0 {
            self.mark2 = mark.value
        }
    }
}
