package import BuoyTextScreen

/// A column of a list: its heading, its width, and its content for each row.
///
/// A list declares its columns from left to right; `ColumnLayout` determines their positions.
/// Narrow panes do not declare columns that are not worth the room. This is a class because every
/// cell of every frame uses its column, and copying one costs more than drawing a short text.
package final class Column<ID: Hashable, Row> {
    package enum Width {
        /// A number of cells, including the space before end-aligned text. `gap` cells after them
        /// stay empty.
        case cells(Int, gap: Int = 0)
        /// The width of the text in each row, and one cell before it.
        case fitting
        /// All cells that the other columns leave, except `gap` cells at the end.
        case rest(gap: Int)
    }

    /// The alignment of the text.
    package enum Alignment {
        case start, end
    }

    /// The content of a cell.
    package enum Content {
        /// A string in a role; nothing for `nil`. In a start-aligned column, it is cut to the
        /// cells.
        case text((Row) -> (text: SafeText, role: Role)?)
        /// A name in a role, shortened in the middle; its first `start` cells show its kind.
        /// Nothing for `nil`.
        case name((Row) -> (text: SafeText, role: Role, start: Int)?)
        /// A symbol in a role; nothing for `nil`.
        case glyph((Row) -> (glyph: Unicode.Scalar, role: Role)?)
        /// A custom drawing on line `y`, in these cells.
        case drawn((Row, inout Canvas, _ y: Int, _ cells: Range<Int>) -> Void)
    }

    let id: ID
    /// The heading; empty for none.
    let heading: SafeText
    let width: Width
    let alignment: Alignment
    let content: Content

    /// - Parameters:
    ///   - id: for `ColumnLayout.subscript` and for drawing some columns only.
    ///   - heading: the word above the column, aligned to its end.
    package init(
        _ id: ID, _ heading: SafeText, _ width: Width, at alignment: Alignment = .start,
        _ content: Content
    ) {
        self.id = id
        self.heading = heading
        self.width = width
        self.alignment = alignment
        self.content = content
    }

    /// Creates a column without a heading.
    package convenience init(
        _ id: ID, _ width: Width, at alignment: Alignment = .start, _ content: Content
    ) {
        self.init(id, .empty, width, at: alignment, content)
    }
}
