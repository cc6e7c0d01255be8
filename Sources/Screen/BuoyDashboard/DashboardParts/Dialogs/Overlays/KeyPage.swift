import BuoyTextScreen

/// The first page of the help: the keys that matter now, and the symbols on the screen. The list of
/// all commands is behind it.
struct KeyPage: Hashable, Sendable {
    struct Item: Hashable, Sendable {
        let keys: String
        let words: String

        init(keys: String, words: String) {
            self.keys = keys
            self.words = words
        }
    }

    struct Group: Hashable, Sendable {
        let title: String
        let items: [Item]

        init(_ title: String, _ items: [Item]) {
            self.title = title
            self.items = items
        }
    }

    enum KeyOutcome: Hashable, Sendable {
        case none
        case close
        case search(KeyPress?)
    }

    let left: [Group]
    let right: [Group]
    let symbols: [Item]
    let commandCount: Int

    init(left: [Group], right: [Group], symbols: [Item], commandCount: Int) {
        self.left = left.filter { !$0.items.isEmpty }
        self.right = right.filter { !$0.items.isEmpty }
        self.symbols = symbols
        self.commandCount = commandCount
    }

    /// A letter starts the search of all commands, but q leaves.
    func handle(_ key: KeyPress) -> KeyOutcome {
        switch key {
        case .escape, .function(1), .control("C"), .control("G"), .character("q"): .close
        case .character("?"), .enter, .down: .search(nil)
        case .character, .paste: .search(key)
        default: .none
        }
    }

    static let hints: [(key: String, text: String)] = [
        ("?", "all commands"), ("type", "search them"), ("Esc", "close"),
    ]

    private static let twoColumns = 60

    func box(in rect: Rect) -> Rect {
        let width = min(rect.width - (rect.width < 80 ? 0 : 4), 78)
        return rect.centered(
            width: width, height: min(self.height(width: width) + 2, rect.height))
    }

    private func height(width: Int) -> Int {
        let columns = self.columns(width: width)
        let rows = columns.map { Self.rows($0.groups, width: $0.width) }.max() ?? 0
        return rows + self.signRows(width: width - 4)
    }

    private func columns(width: Int) -> [(groups: [Group], width: Int)] {
        guard width >= Self.twoColumns else { return [(self.left + self.right, width - 4)] }
        let half = (width - 4) / 2
        return [(self.left, half), (self.right, width - 4 - half)]
    }

    private static func rows(_ groups: [Group], width: Int) -> Int {
        groups.reduce(0) { $0 + 1 + ($1.items.count + 1) / 2 }
    }

    private func signRows(width: Int) -> Int {
        self.symbols.isEmpty ? 0 : 1 + self.symbolLines(width: width).count
    }

    func draw(on canvas: inout Canvas, in rect: Rect) {
        let box = self.box(in: rect)
        canvas.fill(box)
        canvas.box(box, role: .borderFocused)
        canvas.put(" Keys ", x: box.x + 2, y: box.y, role: .title)
        let all = SafeText(ours: " ? all \(self.commandCount) commands ")
        canvas.put(all, endX: box.endX - 2, y: box.y, role: .muted)
        let inner = box.inset(horizontal: 2, vertical: 1)
        let symbols = self.symbolLines(width: inner.width)
        let below = min(symbols.isEmpty ? 0 : symbols.count + 1, max(inner.height - 4, 0))
        let (above, legend) = inner.split(bottom: below)
        var x = above.x
        for (groups, width) in self.columns(width: box.width) {
            let part = Rect(x: x, y: above.y, width: width, height: above.height)
            canvas.draw(in: part) { Self.draw(groups, on: &$0) }
            x += width
        }
        canvas.draw(in: legend) { canvas in
            canvas.put("On this screen", x: 0, y: 0, role: .title)
            for (y, line) in symbols.enumerated() { canvas.put(line, x: 0, y: y + 1) }
        }
    }

    private static func draw(_ groups: [Group], on canvas: inout Canvas) {
        var y = 0
        let half = canvas.width / 2
        for group in groups {
            canvas.put(SafeText(ours: group.title), x: 0, y: y, role: .title)
            y += 1
            for (index, item) in group.items.enumerated() {
                let x = index.isMultiple(of: 2) ? 0 : half
                let row = y + index / 2
                canvas.put(
                    SafeText(sanitizing: item.keys), x: x + 1, y: row, maxWidth: half - 1,
                    role: .footerKey)
                let beside = group.items.enumerated().filter { ($0.offset - index) % 2 == 0 }
                let widest = beside.map(\.element.keys.count).max() ?? 0
                let start = x + 2 + max(widest, 3)
                canvas.put(
                    SafeText(ours: item.words), x: start, y: row,
                    maxWidth: max(x + half - 1 - start, 0))
            }
            y += (group.items.count + 1) / 2
        }
    }

    private func symbolLines(width: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        for symbol in self.symbols {
            var piece = StyledLine(SafeText(sanitizing: symbol.keys), .footerKey)
            piece.append(" \(SafeText(ours: symbol.words))")
            if let last = lines.last, last.width + 2 + piece.width <= width {
                lines[lines.count - 1].append("  ")
                lines[lines.count - 1].append(piece)
            } else {
                piece = StyledLine(" ").appending(piece)
                lines.append(piece)
            }
        }
        return lines
    }
}

extension StyledLine {
    fileprivate func appending(_ line: StyledLine) -> StyledLine {
        var sum = self
        sum.append(line)
        return sum
    }
}
