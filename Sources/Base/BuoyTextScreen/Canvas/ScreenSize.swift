/// The size of a screen, in cells. Never negative, and small enough that sums of coordinates cannot
/// overflow.
package struct ScreenSize: Hashable, Sendable {
    /// The maximum width and height; larger claims of a terminal are reduced to it.
    package static let largest = 10_000

    /// The number of cells in a row.
    package let columns: Int

    /// The number of rows.
    package let rows: Int

    /// Creates a size, clamped to the valid range.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.largest)
        self.rows = min(max(rows, 0), Self.largest)
    }

    /// The whole screen, from its upper left corner.
    package var bounds: Rect {
        Rect(x: 0, y: 0, width: self.columns, height: self.rows)
    }
}
