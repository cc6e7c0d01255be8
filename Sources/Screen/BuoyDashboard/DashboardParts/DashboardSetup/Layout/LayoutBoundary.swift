import BuoyTextScreen

/// A boundary between two parts of the screen, and the range in which it can be moved.
struct LayoutBoundary: Hashable, Sendable {
    /// The direction of movement.
    enum Axis: Hashable, Sendable {
        /// Between rows: it moves up and down.
        case rows
        /// Between columns: it moves left and right.
        case columns
    }

    /// The split that it moves.
    let split: LayoutSettings.Split
    /// Whether it is between rows or columns.
    let axis: Axis
    /// The cells to drag: title rules, or the column between the parts.
    let handle: Rect
    /// The first row or column of the first part.
    let start: Int
    /// The number of cells of both parts together.
    let room: Int
    /// The number of cells of the first part.
    let position: Int
    /// The possible numbers of cells of the first part.
    let range: ClosedRange<Int>
    /// The number of cells below which the first part is a title rule; zero if it never is.
    let collapsesBelow: Int
    /// The panes of the first part.
    let before: [PaneID]
    /// The panes of the second part.
    let after: [PaneID]

    /// Returns the possible position that is nearest to the wanted one.
    func clamped(_ position: Int) -> Int {
        var target = min(max(position, self.range.lowerBound), self.range.upperBound)
        // There is no position between a title rule and the minimum height of a part.
        if target < self.collapsesBelow {
            let isGrowing = position > self.position
            target = isGrowing && position > 1 ? self.collapsesBelow : 1
        }
        return min(max(target, self.range.lowerBound), self.range.upperBound)
    }

    /// Converts a position to thousandths of the room, so that it applies to other sizes too.
    func thousandths(_ position: Int) -> Int {
        self.room > 0 ? (position * 1000 + self.room / 2) / self.room : 0
    }

    /// Converts thousandths of a room to cells.
    static func cells(_ thousandths: Int, of room: Int) -> Int {
        (min(max(thousandths, 0), 1000) * room + 500) / 1000
    }
}
