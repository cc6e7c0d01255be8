/// The room that a pane could use. Layouts give lists no more than this.
package struct PaneContents: Hashable, Sendable {
    /// The rows below the title; for an empty list, those of its hint.
    package var rows: Int
    /// The columns; `nil` for a pane that fits any width.
    package var columns: Int?
    /// Whether the list is empty.
    package var isEmpty: Bool

    /// Creates the contents with a number of rows.
    package init(rows: Int, columns: Int? = nil, isEmpty: Bool = false) {
        self.rows = rows
        self.columns = columns
        self.isEmpty = isEmpty
    }
}
