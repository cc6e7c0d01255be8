import BuoyTextScreen
import Testing

@Suite("Rectangles")
struct RectTests {
    @Test("a negative width or height counts as none")
    func clamps() {
        let rect = Rect(x: 3, y: 4, width: -2, height: -1)
        #expect(rect == Rect(x: 3, y: 4, width: 0, height: 0))
        #expect(rect.isEmpty)
    }

    @Test(
        "splitting gives two parts that make up the whole",
        arguments: [-1, 0, 1, 5, 9, 10, 11, 500])
    func splits(amount: Int) {
        let whole = Rect(x: 2, y: 3, width: 10, height: 9)
        let cells = { (rects: [Rect]) in rects.map { $0.width * $0.height }.reduce(0, +) }
        let (top, below) = whole.split(top: amount)
        let (above, bottom) = whole.split(bottom: amount)
        let (left, after) = whole.split(left: amount)
        let (before, right) = whole.split(right: amount)
        for pair in [[top, below], [above, bottom], [left, after], [before, right]] {
            #expect(cells(pair) == 90)
            #expect(pair[0].intersection(pair[1]).isEmpty)
            for part in pair where !part.isEmpty {
                #expect(part.intersection(whole) == part)
            }
        }
        #expect(top.height == min(max(amount, 0), 9))
        #expect(bottom.height == top.height)
        #expect(left.width == min(max(amount, 0), 10))
        #expect(right.width == left.width)
    }

    @Test("an inset shrinks to nothing and not inside out", arguments: 0...6)
    func insets(margin: Int) {
        let inner = Rect(x: 1, y: 1, width: 5, height: 4).inset(
            horizontal: margin, vertical: margin)
        #expect(inner.width == max(5 - 2 * margin, 0))
        #expect(inner.height == max(4 - 2 * margin, 0))
        #expect(inner.x <= 6 && inner.endX <= 6)
    }

    @Test("a centred region is cut to fit")
    func centers() {
        let screen = Rect(x: 0, y: 0, width: 80, height: 24)
        #expect(
            screen.centered(width: 40, height: 10) == Rect(x: 20, y: 7, width: 40, height: 10))
        #expect(screen.centered(width: 100, height: 99) == screen)
    }

    @Test("regions that do not meet have no common cells")
    func intersections() {
        let left = Rect(x: 0, y: 0, width: 4, height: 4)
        #expect(left.intersection(Rect(x: 4, y: 0, width: 4, height: 4)).isEmpty)
        #expect(
            left.intersection(Rect(x: 2, y: 3, width: 9, height: 9))
                == Rect(x: 2, y: 3, width: 2, height: 1))
    }

    @Test("a screen believes no absurd size", arguments: [(-5, 24), (Int.max, Int.min)])
    func screenSizes(columns: Int, rows: Int) {
        let size = ScreenSize(columns: columns, rows: rows)
        #expect(0...ScreenSize.largest ~= size.columns)
        #expect(0...ScreenSize.largest ~= size.rows)
        #expect(size.bounds.width == size.columns)
    }
}
