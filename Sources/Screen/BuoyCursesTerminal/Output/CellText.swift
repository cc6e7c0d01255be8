import BuoyTextScreen
import CBuoyNcurses

/// ncurses places characters by the widths of the C library; one that differs from the program's
/// would shift the rest of the row.
struct CellText: Hashable {
    let base: wchar_t
    let mark1: wchar_t
    let mark2: wchar_t

    let isWide: Bool

    init(_ cell: Cell) {
        let width: Int32 = cell.span == .wide ? 2 : 1
        let base = wchar_t(cell.scalar.value)
        let agrees = cell.scalar.isASCII || curses_width(cell.scalar.value) == width
        self.base = agrees ? base : Self.replacement
        self.isWide = agrees && width == 2
        let marks = agrees && cell.hasMarks ? cell.marks.compactMap(Self.mark) : []
        self.mark1 = marks.first ?? 0
        self.mark2 = marks.count > 1 ? marks[1] : 0
    }

    /// U+FFFD, or a question mark in an ASCII locale.
    private static var replacement: wchar_t {
        curses_width(0xFFFD) == 1 ? 0xFFFD : 0x3F
    }

    private static func mark(_ scalar: Unicode.Scalar) -> wchar_t? {
        curses_width(scalar.value) == 0 ? wchar_t(scalar.value) : nil
    }
}
