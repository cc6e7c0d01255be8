/// The room that a pane could use, for layouts that give lists no more than that.
package struct PaneContents: Hashable, Sendable {
    /// Rows below the title; of an empty list those of its hint.
    package var rows: Int
    /// Columns; `nil` for a pane that can do with any.
    package var columns: Int?
    /// Whether there is nothing to list.
    package var isEmpty: Bool

    /// The room for some rows.
    package init(rows: Int, columns: Int? = nil, isEmpty: Bool = false) {
        self.rows = rows
        self.columns = columns
        self.isEmpty = isEmpty
    }
}
