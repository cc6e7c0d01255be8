import BuoyTestBasics
import BuoyTextScreen
import Testing

@Suite("Canvas")
struct CanvasTests {
    private func canvas(
        _ columns: Int, _ rows: Int, glyphs: GlyphSet = .unicode
    ) -> Canvas {
        Canvas(size: ScreenSize(columns: columns, rows: rows), glyphs: glyphs)
    }

    @Test("a cell is small")
    func cellSize() {
        #expect(MemoryLayout<Cell>.stride == 16)
    }

    @Test("text is drawn where it is put, in its role")
    func put() {
        var canvas = canvas(10, 2)
        #expect(canvas.put("orders", x: 2, y: 1, role: .title) == 6)
        #expect(canvas.textRows == ["          ", "  orders  "])
        #expect(canvas.roleRows == ["..........", "..TTTTTT.."])
    }

    @Test("text that does not fit ends in an ellipsis")
    func ellipsis() {
        var canvas = canvas(6, 3)
        #expect(canvas.put("presence-lobby", x: 0, y: 0) == 6)
        #expect(canvas.put("presence", x: 1, y: 1, maxWidth: 4) == 4)
        #expect(canvas.put("x", x: 6, y: 2) == 0)
        #expect(canvas.textRows == ["prese…", " pre… ", "      "])
    }

    @Test("a wide character is never cut in two", arguments: 1...12)
    func wide(width: Int) {
        var canvas = canvas(12, 1)
        let used = canvas.put("a日本語テスト", x: 0, y: 0, maxWidth: width)
        #expect(used <= width)
        #expect(canvas.isWhole)
        #expect(!canvas.textRows[0].contains("?"))
    }

    @Test("writing over half of a wide character blanks the other half", arguments: 0...3)
    func overwrite(column: Int) {
        var canvas = canvas(4, 1)
        canvas.put("日本", x: 0, y: 0)
        canvas.put("x", x: column, y: 0)
        #expect(canvas.isWhole)
        #expect(canvas.textRows[0].contains("x"))
        #expect(canvas.textRows[0].unicodeScalars.filter { $0.value > 0x7F }.count == 1)
    }

    @Test("text that starts outside shows the rest, without half a character")
    func scrolledSideways() {
        var canvas = canvas(5, 2)
        canvas.put("abcdef", x: -2, y: 0)
        canvas.put("日本語", x: -1, y: 1)
        #expect(canvas.textRows == ["cdef ", " 本語"])
        #expect(canvas.isWhole)
    }

    @Test("combining marks stay on their character")
    func combining() {
        var canvas = canvas(5, 2)
        canvas.put("e\u{301}x", x: 0, y: 0)
        canvas.put("日\u{301}x", x: 0, y: 1)
        #expect(canvas[0, 0].marks == ["\u{301}"])
        #expect(canvas[1, 0].scalar == "x")
        #expect(canvas[0, 1].marks == ["\u{301}"])
        #expect(canvas[2, 1].scalar == "x")
    }

    @Test("replaced characters are drawn as such")
    func marks() {
        var canvas = canvas(6, 1)
        canvas.put(SafeText(sanitizing: "a\u{1B}b\u{202E}c"), x: 0, y: 0, role: .eventName)
        #expect(canvas.textRows == ["a␛b·c "])
        #expect(canvas.roleRows == ["n!n!n."])
    }

    @Test("a pane counts from its own corner and cannot write outside of it")
    func regions() {
        var canvas = canvas(8, 4)
        canvas.draw(in: Rect(x: 2, y: 1, width: 4, height: 2)) { pane in
            #expect(pane.width == 4 && pane.height == 2)
            pane.fill(Rect(x: -9, y: -9, width: 99, height: 99), with: "#")
            pane.put("outside", x: -3, y: 0)
            pane.put("row", x: 0, y: 2)
            pane.put("row", x: 0, y: -1)
            pane.draw(in: Rect(x: 3, y: 1, width: 9, height: 9)) { inner in
                #expect(inner.bounds == Rect(x: 0, y: 0, width: 1, height: 1))
                inner.put("z", x: 0, y: 0)
            }
        }
        #expect(canvas.textRows == ["        ", "  side  ", "  ###z  ", "        "])
        #expect(canvas.bounds.width == 8)
    }

    @Test("a selection lies over the text and leaves its role")
    func overlays() {
        var canvas = canvas(5, 1)
        canvas.put("abc", x: 0, y: 0, role: .eventName)
        canvas.overlay(.selection, in: Rect(x: 1, y: 0, width: 9, height: 9))
        #expect(canvas.roleRows == ["nSSSS"])
        #expect(canvas[1, 0].role == .eventName)
        #expect(canvas.textRows == ["abc  "])
    }

    @Test("rules and boxes are drawn with the symbols of the set")
    func lines() {
        var fancy = canvas(5, 3)
        fancy.box(fancy.bounds)
        #expect(fancy.textRows == ["┌───┐", "│   │", "└───┘"])
        var plain = canvas(5, 3, glyphs: .ascii)
        plain.horizontalRule(y: 0, isHeavy: true)
        plain.verticalRule(x: 2, y: 1)
        #expect(plain.textRows == ["=====", "  |  ", "  |  "])
    }

    @Test("an ASCII canvas has nothing but ASCII, whatever is put on it")
    func ascii() {
        var canvas = canvas(12, 2, glyphs: .ascii)
        canvas.put("é日\u{301}x●…", x: 0, y: 0)
        canvas.put("presence-lobby", x: 0, y: 1, maxWidth: 9)
        canvas.put(glyph: "★", x: 11, y: 1)
        #expect(canvas.textRows == ["?? x?~      ", "presence~  ?"])
    }

    @Test("the cursor stands where a pane puts it, and is hidden elsewhere")
    func cursor() {
        var canvas = canvas(8, 4)
        canvas.draw(in: Rect(x: 2, y: 1, width: 4, height: 2)) { $0.placeCursor(x: 1, y: 1) }
        #expect(canvas.cursor?.x == 3 && canvas.cursor?.y == 2)
        canvas.draw(in: Rect(x: 2, y: 1, width: 4, height: 2)) { $0.placeCursor(x: 4, y: 1) }
        #expect(canvas.cursor == nil)
    }

    @Test("a text can end at a column")
    func trailing() {
        var canvas = canvas(8, 2)
        canvas.put("42", endX: 8, y: 0)
        canvas.put("123456789", endX: 6, y: 1, maxWidth: 4)
        #expect(canvas.textRows == ["      42", "  123…  "])
    }

    @Test("a golden screen is the rows, then the roles")
    func golden() {
        var canvas = canvas(3, 1)
        canvas.put("日", x: 0, y: 0, role: .title)
        #expect(canvas.goldenScreen == "|日 |\nroles\n|TT.|\n")
    }

    @Test("hostile text at every place leaves a whole screen", arguments: HostileText.all)
    func corpus(hostile: HostileText) {
        for glyphs in [GlyphSet.unicode, .ascii] {
            var canvas = canvas(20, 12, glyphs: glyphs)
            let text = SafeText(sanitizing: hostile.bytes)
            for x in -3...12 {
                let y = (x + 3) % 12
                let used = canvas.put(text, x: x, y: y, maxWidth: 9)
                #expect(used <= 9)
            }
            #expect(canvas.isWhole)
            #expect(canvas.cells.count == 240)
        }
    }

    @Test("a text of ASCII is drawn as its characters one by one", arguments: -4...14)
    func runs(x: Int) {
        for wideStart in 0...1 {
            var canvas = canvas(12, 1)
            for column in stride(from: wideStart, to: 12, by: 2) {
                canvas.put("日", x: column, y: 0)
            }
            var single = canvas
            canvas.put("plain", x: x, y: 0, role: .title)
            for (offset, scalar) in "plain".unicodeScalars.enumerated() where x + offset >= 0 {
                // The ellipsis of a string that is cut is not of this run.
                let isCut = x + 5 > 12 && x + offset == 11
                single.put(glyph: isCut ? "…" : scalar, x: x + offset, y: 0, role: .title)
            }
            #expect(canvas == single)
        }
    }

    @Test("a text in several roles, with and without wide characters, and cut")
    func roleRuns() {
        for (text, roles) in [("key:12", "HHHT.."), ("日y:12", "HHHT..")] as [(SafeText, String)] {
            let name = text.utf8.count - 3
            let runs = [
                Canvas.RoleRun(end: name, role: .header),
                Canvas.RoleRun(end: name + 1, role: .title),
                Canvas.RoleRun(end: name + 3, role: .text),
            ]
            var canvas = canvas(6, 1)
            #expect(canvas.put(text, x: 0, y: 0, runs: runs) == 6)
            #expect(canvas.roleRows == [roles])
            canvas = self.canvas(6, 1)
            #expect(canvas.put(text, x: -1, y: 0, maxWidth: 4, runs: runs) == 4)
            #expect(canvas.roleRows[0].hasPrefix("HH"))
            #expect(canvas.textRows[0].dropFirst().hasPrefix("y…"))
        }
    }

    @Test("random drawing keeps the screen whole", arguments: UInt64(1)...60)
    func random(seed: UInt64) {
        var generator = Dice(seed: seed)
        var canvas = canvas(
            Int.random(in: 0...30, using: &generator), Int.random(in: 0...8, using: &generator))
        let texts: [SafeText] = ["日本語", "a", "e\u{301}\u{301}", "🚀x🚀", "plain text", ""]
        for _ in 0..<60 {
            let rect = Rect(
                x: Int.random(in: -5...32, using: &generator),
                y: Int.random(in: -3...9, using: &generator),
                width: Int.random(in: -1...20, using: &generator),
                height: Int.random(in: -1...5, using: &generator))
            let text = texts.randomElement(using: &generator) ?? ""
            let column = Int.random(in: -4...20, using: &generator)
            let before = canvas
            canvas.draw(in: rect) { pane in
                pane.put(text, x: column, y: 0)
                pane.fill(Rect(x: column, y: 1, width: 3, height: 1), with: "·")
            }
            #expect(canvas.isWhole)
            #expect(canvas.differs(from: before, onlyNear: rect))
        }
    }
}

extension Canvas {
    /// Whether every row has exactly its columns, and every wide character both of its halves.
    fileprivate var isWhole: Bool {
        (0..<self.size.rows).allSatisfy { y in
            let row = Array(self.row(y))
            guard row.count == self.size.columns else { return false }
            return row.indices.allSatisfy { x in
                switch row[x].span {
                case .wide: x + 1 < row.count && row[x + 1].span == .continuation
                case .continuation: x > 0 && row[x - 1].span == .wide
                case .narrow: CharacterWidth.cells(of: row[x].scalar) == 1
                }
            }
        }
    }

    /// Whether only cells of `rect` changed, or the halves of wide characters that stuck out of it.
    fileprivate func differs(from other: Canvas, onlyNear rect: Rect) -> Bool {
        let near = Rect(x: rect.x - 1, y: rect.y, width: rect.width + 2, height: rect.height)
        return self.cells.indices.allSatisfy { index in
            let x = index % self.size.columns
            let y = index / self.size.columns
            return self.cells[index] == other.cells[index] || near.contains(x: x, y: y)
        }
    }
}
