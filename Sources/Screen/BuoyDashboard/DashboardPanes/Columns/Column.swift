package import BuoyTextScreen

/// The heading, the width and the content of a column.
///
/// A list declares its columns from left to right; `ColumnLayout` determines their positions.
/// Narrow panes do not declare columns that are not worth the room. A class, because every cell of
/// every frame uses its column, and copying one costs more than drawing a short text.
package final class Column<ID: Hashable, Row> {
    package enum Width {
        /// Includes the space before end-aligned text. `gap` cells after them stay empty.
        case cells(Int, gap: Int = 0)
        /// The width of the text in each row, and one cell before it.
        case fitting
        case rest(gap: Int)
    }

    package enum Alignment {
        case start, end
    }

    package enum Content {
        case text((Row) -> (text: SafeText, role: Role)?)
        /// Shortened so that the names of the rows on the screen can be told apart.
        case name((Row) -> (name: NameForms.Name, role: Role)?)
        case glyph((Row) -> (glyph: Unicode.Scalar, role: Role)?)
        case drawn((Row, inout Canvas, _ y: Int, _ cells: Range<Int>) -> Void)
    }

    let id: ID
    let heading: SafeText
    let width: Width
    let alignment: Alignment
    let content: Content

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

    package convenience init(
        _ id: ID, _ width: Width, at alignment: Alignment = .start, _ content: Content
    ) {
        self.init(id, .empty, width, at: alignment, content)
    }
}
