import TextScreen

/// A column of a list: what it is called, how wide it is, and what it shows for a row.
///
/// A list declares its columns from left to right; `ColumnLayout` says where they are. A column that
/// is not worth its room in a narrow pane is not declared there. A class: every cell of every frame
/// asks its column, and copying one costs more than drawing a short text.
final class Column<ID: Hashable, Row> {
    /// How many cells it has.
    enum Width {
        /// So many, with the space before what is aligned to the end; behind them some stay empty.
        case cells(Int, gap: Int = 0)
        /// What its text needs in each row, and one cell before it.
        case fitting
        /// All that the other columns leave; but for some cells at its end.
        case rest(gap: Int)
    }

    /// The side to which its text is aligned.
    enum Alignment {
        case start, end
    }

    /// The content of a cell.
    enum Content {
        /// A text in a role; nothing for `nil`. At the start of a column it is cut to the cells.
        case text((Row) -> (text: SafeText, role: Role)?)
        /// A name in a role, cut in its middle; so many cells of its start say what it is. Nothing
        /// for `nil`.
        case name((Row) -> (text: SafeText, role: Role, start: Int)?)
        /// A symbol in a role; nothing for `nil`.
        case glyph((Row) -> (glyph: Unicode.Scalar, role: Role)?)
        /// Anything else, drawn in a line of the list, in these cells.
        case drawn((Row, inout Canvas, _ y: Int, _ cells: Range<Int>) -> Void)
    }

    let id: ID
    /// The word above it; empty for none.
    let heading: SafeText
    let width: Width
    let alignment: Alignment
    let content: Content

    /// - Parameter heading: the word above it; it ends where a text at the end of the column does.
    init(
        _ id: ID, _ heading: SafeText, _ width: Width, at alignment: Alignment = .start,
        _ content: Content
    ) {
        self.id = id
        self.heading = heading
        self.width = width
        self.alignment = alignment
        self.content = content
    }

    /// A column without a heading.
    convenience init(
        _ id: ID, _ width: Width, at alignment: Alignment = .start, _ content: Content
    ) {
        self.init(id, .empty, width, at: alignment, content)
    }
}
