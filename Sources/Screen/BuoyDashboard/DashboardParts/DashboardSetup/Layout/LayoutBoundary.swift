import BuoyTextScreen

struct LayoutBoundary: Hashable, Sendable {
    enum Axis: Hashable, Sendable {
        case rows
        case columns
    }

    let split: LayoutSettings.Split
    let axis: Axis
    /// The cells to drag: title rules, or the column between the parts.
    let handle: Rect
    let start: Int
    let room: Int
    let position: Int
    let range: ClosedRange<Int>
    /// With fewer cells the first part is a title rule; zero if it never is.
    let collapsesBelow: Int
    let before: [PaneID]
    let after: [PaneID]

    func clamped(_ position: Int) -> Int {
        var target = min(max(position, self.range.lowerBound), self.range.upperBound)
        // There is no position between a title rule and the minimum height of a part.
        if target < self.collapsesBelow {
            let isGrowing = position > self.position
            target = isGrowing && position > 1 ? self.collapsesBelow : 1
        }
        return min(max(target, self.range.lowerBound), self.range.upperBound)
    }

    /// Of the room, so that a position applies to other sizes too.
    func thousandths(_ position: Int) -> Int {
        self.room > 0 ? (position * 1000 + self.room / 2) / self.room : 0
    }

    static func cells(_ thousandths: Int, of room: Int) -> Int {
        (min(max(thousandths, 0), 1000) * room + 500) / 1000
    }
}
