/// Width and height are never negative, so a layout can subtract without checking.
package struct Rect: Hashable, Sendable {
    package let x: Int

    package let y: Int

    package let width: Int

    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = max(width, 0)
        self.height = max(height, 0)
    }

    package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    package var endX: Int { self.x + self.width }

    package var endY: Int { self.y + self.height }

    package var isEmpty: Bool { self.width == 0 || self.height == 0 }

    package func contains(x: Int, y: Int) -> Bool {
        x >= self.x && x < self.endX && y >= self.y && y < self.endY
    }

    package func split(top rows: Int) -> (top: Rect, rest: Rect) {
        let cut = min(max(rows, 0), self.height)
        return (
            Rect(x: self.x, y: self.y, width: self.width, height: cut),
            Rect(x: self.x, y: self.y + cut, width: self.width, height: self.height - cut)
        )
    }

    package func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
        let cut = min(max(rows, 0), self.height)
        let halves = self.split(top: self.height - cut)
        return (halves.top, halves.rest)
    }

    package func split(left columns: Int) -> (left: Rect, rest: Rect) {
        let cut = min(max(columns, 0), self.width)
        return (
            Rect(x: self.x, y: self.y, width: cut, height: self.height),
            Rect(x: self.x + cut, y: self.y, width: self.width - cut, height: self.height)
        )
    }

    package func split(right columns: Int) -> (rest: Rect, right: Rect) {
        let cut = min(max(columns, 0), self.width)
        let halves = self.split(left: self.width - cut)
        return (halves.left, halves.rest)
    }

    package func inset(horizontal: Int = 0, vertical: Int = 0) -> Rect {
        let sides = min(max(horizontal, 0), self.width / 2)
        let ends = min(max(vertical, 0), self.height / 2)
        return Rect(
            x: self.x + sides,
            y: self.y + ends,
            width: self.width - 2 * max(horizontal, 0),
            height: self.height - 2 * max(vertical, 0)
        )
    }

    package func centered(width: Int, height: Int) -> Rect {
        let width = min(max(width, 0), self.width)
        let height = min(max(height, 0), self.height)
        return Rect(
            x: self.x + (self.width - width) / 2,
            y: self.y + (self.height - height) / 2,
            width: width,
            height: height
        )
    }

    package func intersection(_ other: Rect) -> Rect {
        let left = max(self.x, other.x)
        let top = max(self.y, other.y)
        return Rect(
            x: left,
            y: top,
            width: min(self.endX, other.endX) - left,
            height: min(self.endY, other.endY) - top
        )
    }

    package func moved(x: Int, y: Int) -> Rect {
        Rect(x: self.x + x, y: self.y + y, width: self.width, height: self.height)
    }
}
