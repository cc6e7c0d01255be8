/// In cells; small enough that sums of coordinates cannot overflow.
package struct ScreenSize: Hashable, Sendable {
    /// Larger sizes claimed by a terminal are reduced to it.
    package static let largest = 10_000

    package let columns: Int

    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.largest)
        self.rows = min(max(rows, 0), Self.largest)
    }

    package var bounds: Rect {
        Rect(x: 0, y: 0, width: self.columns, height: self.rows)
    }
}
