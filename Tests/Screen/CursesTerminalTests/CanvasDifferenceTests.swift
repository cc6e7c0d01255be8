import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("The difference between two canvases")
struct CanvasDifferenceTests {
    private func canvas(_ rows: SafeText..., columns: Int = 10) -> Canvas {
        var canvas = Canvas(size: ScreenSize(columns: columns, rows: rows.count))
        for (y, row) in rows.enumerated() {
            canvas.put(row, x: 0, y: y)
        }
        return canvas
    }

    @Test("nothing is written where nothing changed")
    func same() {
        let canvas = canvas("abc", "def")
        #expect(CanvasDifference.changedColumns(of: 0, from: canvas, to: canvas) == nil)
    }

    @Test("the whole row is written if there was no such canvas before")
    func first() {
        let new = canvas("abc")
        #expect(CanvasDifference.changedColumns(of: 0, from: nil, to: new) == 0..<10)
        let other = canvas("abc", columns: 9)
        #expect(CanvasDifference.changedColumns(of: 0, from: other, to: new) == 0..<10)
        #expect(CanvasDifference.changedColumns(of: 7, from: nil, to: new) == nil)
    }

    @Test("from the first cell that changed to the last one")
    func range() {
        let old = canvas("abcdefghij", "same")
        let new = canvas("abXdeYghij", "same")
        #expect(CanvasDifference.changedColumns(of: 0, from: old, to: new) == 2..<6)
        #expect(CanvasDifference.changedColumns(of: 1, from: old, to: new) == nil)
    }

    @Test("a change of role alone is a change")
    func role() {
        let old = canvas("abc")
        var new = old
        new.overlay(.selection, in: Rect(x: 1, y: 0, width: 1, height: 1))
        #expect(CanvasDifference.changedColumns(of: 0, from: old, to: new) == 1..<2)
    }

    @Test("a wide character is written with both of its halves")
    func wide() {
        #expect(
            CanvasDifference.changedColumns(of: 0, from: canvas("日x"), to: canvas("本x")) == 0..<2)
        #expect(
            CanvasDifference.changedColumns(of: 0, from: canvas("a x"), to: canvas("日x")) == 0..<2)
        #expect(
            CanvasDifference.changedColumns(of: 0, from: canvas("日x"), to: canvas("a x")) == 0..<2)
    }

    @Test("writing the changed columns makes one canvas the other", arguments: UInt64(1)...200)
    func enough(seed: UInt64) {
        var state = seed
        let texts: [SafeText] = ["日", "a", "é", "本本", "xyz", " ", "e\u{301}"]
        let random = { (below: Int) -> Int in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        let draw = { () -> Canvas in
            var canvas = Canvas(size: ScreenSize(columns: 8, rows: 1))
            for _ in 0..<4 { canvas.put(texts[random(texts.count)], x: random(8), y: 0) }
            return canvas
        }
        let old = draw()
        let new = draw()
        let range = CanvasDifference.changedColumns(of: 0, from: old, to: new)
        for x in 0..<8 where range?.contains(x) != true {
            #expect(old[x, 0] == new[x, 0])
        }
        if let range {
            #expect(new[range.lowerBound, 0].span != .continuation)
            #expect(new[range.upperBound - 1, 0].span != .wide)
        }
    }
}
