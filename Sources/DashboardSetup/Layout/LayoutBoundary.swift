package import TextScreen

/// Where two parts of the screen meet, and how far that place can be moved.
package struct LayoutBoundary: Hashable, Sendable {
    /// The directions in which it moves.
    package enum Axis: Hashable, Sendable {
        /// Between rows: it moves up and down.
        case rows
        /// Between columns: it moves left and right.
        case columns
    }

    /// The share of room that it stands for.
    package let split: LayoutSettings.Split
    /// Whether it lies between rows or columns.
    package let axis: Axis
    /// The cells that are dragged: title rules, or the column between.
    package let handle: Rect
    /// The first row or column of the first part.
    package let start: Int
    /// The cells that both parts have together.
    package let room: Int
    /// The cells of the first part.
    package let position: Int
    /// How many cells the first part may have.
    package let range: ClosedRange<Int>
    /// With fewer cells than that the first part is a title rule; zero when it never is.
    package let collapsesBelow: Int
    /// The panes of the first part.
    package let before: [PaneID]
    /// The panes behind it.
    package let after: [PaneID]

    /// The nearest position that there is, to where it should move to.
    package func clamped(_ position: Int) -> Int {
        var target = min(max(position, self.range.lowerBound), self.range.upperBound)
        // Between a title rule and the least that is worth its rows there is nothing.
        if target < self.collapsesBelow {
            let isGrowing = position > self.position
            target = isGrowing && position > 1 ? self.collapsesBelow : 1
        }
        return min(max(target, self.range.lowerBound), self.range.upperBound)
    }

    /// A position in thousandths of the room, so that it holds for other sizes too.
    package func thousandths(_ position: Int) -> Int {
        self.room > 0 ? (position * 1000 + self.room / 2) / self.room : 0
    }

    /// The cells that are meant by thousandths of a room.
    static func cells(_ thousandths: Int, of room: Int) -> Int {
        (min(max(thousandths, 0), 1000) * room + 500) / 1000
    }
}
