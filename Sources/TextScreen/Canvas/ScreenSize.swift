/// How many cells a screen has. Never negative, and small enough that sums of coordinates cannot
/// overflow.
package struct ScreenSize: Hashable, Sendable {
    /// The largest width or height that is believed; a terminal that claims more gets this.
    package static let largest = 10_000

    /// Cells in a row.
    package let columns: Int

    /// Rows of the screen.
    package let rows: Int

    /// A size that cannot be is brought to the nearest that can.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.largest)
        self.rows = min(max(rows, 0), Self.largest)
    }

    /// The whole screen, from its upper left corner.
    package var bounds: Rect {
        Rect(x: 0, y: 0, width: self.columns, height: self.rows)
    }
}
