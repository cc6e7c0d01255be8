import BuoyTextScreen
import ChannelsBasics

/// Drawn at the right, covering as little as possible, so that a previewed theme is visible.
package struct PickerOverlay: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        let name: String
        let detail: String
        let isRemovable: Bool

        package init(name: String, detail: String = "", isRemovable: Bool = false) {
            self.name = name
            self.detail = detail
            self.isRemovable = isRemovable
        }
    }

    enum KeyOutcome: Hashable, Sendable {
        case none
        case close
        case choose(String)
        case remove(String)
    }

    struct Words: Hashable, Sendable {
        let title: String
        let verb: String
        let emptyText: SafeText

        init(title: String, verb: String, emptyText: SafeText) {
            self.title = title
            self.verb = verb
            self.emptyText = emptyText
        }
    }

    /// Run with the name of the selected item; its kind of list is in `Commands`.
    let command: CommandName
    let words: Words
    let previews: Bool
    let current: String?
    private(set) var items: [Item]
    var previewed: String?
    private(set) var matches: [Item] = []
    private var field = TextField(byteLimit: FuzzyMatch.limit)
    private var selected = 0
    private var scroll = ListScroll()

    init(
        _ command: CommandName, _ words: Words, items: [Item], current: String?, previews: Bool
    ) {
        self.command = command
        self.words = words
        self.previews = previews
        self.items = items
        self.current = current
        self.selected = items.firstIndex { $0.name == current } ?? 0
        self.search()
    }

    private mutating func search() {
        self.matches = self.items
        guard !self.field.isEmpty else { return }
        let named = FuzzyMatch.ranked(self.items, typed: self.field.text, by: \.name)
        let needle = Needle(self.field.text)
        self.matches =
            named + self.items.filter { !named.contains($0) && needle.occurs(in: $0.detail) }
    }

    var selectedItem: Item? { self.matches.isEmpty ? nil : self.matches[self.selectedIndex] }

    private var selectedIndex: Int { min(self.selected, max(self.matches.count - 1, 0)) }

    mutating func handle(_ key: KeyPress, in rect: Rect) -> KeyOutcome {
        let height = self.listRect(in: rect).height
        switch key {
        case .escape, .function(1), .control("C"), .control("G"): return .close
        case .enter: return self.selectedItem.map { .choose($0.name) } ?? .none
        case .delete where self.field.cursor == self.field.characters.count:
            guard let item = self.selectedItem, item.isRemovable else { return .none }
            return .remove(item.name)
        case .up, .control("P"): self.move(.rows(-1), height)
        case .down, .control("N"): self.move(.rows(1), height)
        case .pageUp: self.move(.pages(-1), height)
        case .pageDown: self.move(.pages(1), height)
        default:
            let changes = self.field.changes
            guard self.field.edit(key) else { return .none }
            if self.field.changes != changes { self.search() }
            self.selected = 0
            self.settle(height)
        }
        return .none
    }

    mutating func move(_ movement: Movement, _ height: Int) {
        self.selected = movement.target(
            from: self.selectedIndex, count: self.matches.count, height: height)
        self.settle(height)
    }

    mutating func select(_ index: Int) {
        self.selected = min(max(index, 0), max(self.matches.count - 1, 0))
    }

    mutating func remove(_ name: String) {
        self.items.removeAll { $0.name == name }
        self.search()
        self.select(self.selected)
    }

    private mutating func settle(_ height: Int) {
        self.scroll.settle(
            selected: self.selectedIndex, count: self.matches.count, height: height)
    }

    func box(in rect: Rect) -> Rect {
        let (names, details) = (self.nameWidth, self.detailWidth)
        let needed = names + (details > 0 ? details + 2 : 0) + 3
        // A preview must stay visible beside the list.
        let limit = self.previews ? max(rect.width * 3 / 4, 40) : rect.width
        let width = min(max(needed, self.titleWidth, 34) + 4, limit, rect.width)
        let height = min(max(self.items.count, 1) + 2, rect.height)
        return Rect(x: rect.endX - width, y: rect.y, width: width, height: height)
    }

    func listRect(in rect: Rect) -> Rect { self.box(in: rect).inset(horizontal: 1, vertical: 1) }

    func hit(x: Int, y: Int, in rect: Rect) -> OverlayHit {
        guard self.box(in: rect).contains(x: x, y: y) else { return .outside }
        let list = self.listRect(in: rect)
        let index = self.top(height: list.height) + y - list.y
        let isItem = list.contains(x: x, y: y) && index < self.matches.count
        return isItem ? .item(index) : .inside
    }

    private func top(height: Int) -> Int {
        self.scroll.top(selected: self.selectedIndex, count: self.matches.count, height: height)
    }

    private var titleWidth: Int {
        SafeText(ours: self.words.title).width + 24 + 2 * "\(self.items.count)".count
    }

    private var nameWidth: Int {
        self.items.map { SafeText(sanitizing: $0.name, limit: 400).width }.max() ?? 0
    }

    private var detailWidth: Int {
        self.items.map { SafeText(sanitizing: self.detail(of: $0), limit: 400).width }.max() ?? 0
    }

    private func detail(of item: Item) -> String {
        guard item.name == self.current else { return item.detail }
        return item.detail.isEmpty ? "in use" : "\(item.detail), in use"
    }
}

extension PickerOverlay {
    func draw(on canvas: inout Canvas, in rect: Rect) {
        let (box, list, matches) = (self.box(in: rect), self.listRect(in: rect), self.matches)
        canvas.fill(box)
        canvas.box(box, role: .borderFocused)
        self.drawTitle(on: &canvas, box)
        let top = self.top(height: list.height)
        // A few long names must not take the room of all descriptions.
        let names = min(
            self.nameWidth, max(list.width - self.detailWidth - 5, list.width / 4))
        canvas.draw(in: list) { canvas in
            if matches.isEmpty { canvas.put(self.emptyText, x: 1, y: 0, role: .muted) }
            for y in 0..<canvas.height where top + y < matches.count {
                self.draw(matches[top + y], y: y, on: &canvas, nameWidth: names)
                guard top + y == self.selectedIndex else { continue }
                canvas.put(glyph: canvas.glyphs.selected, x: 0, y: y, role: .title)
                canvas.overlay(.selection, in: Rect(x: 0, y: y, width: canvas.width, height: 1))
            }
        }
        let hidden = matches.count - top - list.height
        var x = box.x + 3
        if hidden > 0 {
            x += canvas.put(
                " \(glyph: canvas.glyphs.down) \(hidden) more ", x: x, y: box.endY - 1,
                role: .muted)
        }
        self.drawWholeDetail(on: &canvas, box, x: x, names: names)
    }

    private func drawWholeDetail(on canvas: inout Canvas, _ box: Rect, x: Int, names: Int) {
        guard let item = self.selectedItem else { return }
        let detail = SafeText(sanitizing: self.detail(of: item), limit: 400)
        let room = box.width - 2
        let start = self.detailStart(of: item, names: names, room: room)
        guard start + detail.width > room - 1 else { return }
        canvas.put(
            " \(detail) ", x: x, y: box.endY - 1, maxWidth: max(box.endX - 1 - x, 0), role: .text)
    }

    private func mostOfName(of item: Item, room: Int) -> Int {
        let detail = SafeText(sanitizing: self.detail(of: item), limit: 400)
        return max(room * 3 / 5, room - detail.width - 5)
    }

    private func detailStart(of item: Item, names: Int, room: Int) -> Int {
        let width = SafeText(sanitizing: item.name, limit: 400).width
        return 4 + max(min(names, room * 3 / 5), min(width, self.mostOfName(of: item, room: room)))
    }

    private func drawTitle(on canvas: inout Canvas, _ box: Rect) {
        let count: SafeText = " \(self.matches.count) of \(self.items.count) "
        canvas.put(count, endX: box.endX - 1, y: box.y, role: .muted)
        var x = box.x + 2
        x += canvas.put(" \(SafeText(ours: self.words.title))  ", x: x, y: box.y, role: .title)
        x += canvas.put("search: ", x: x, y: box.y, role: .muted)
        let width = min(max(box.endX - 1 - count.width - x, 0), 24)
        let field = Rect(x: x, y: box.y, width: width, height: 1)
        canvas.fill(field)
        self.field.draw(on: &canvas, in: field, role: .prompt)
    }

    private func draw(_ item: Item, y: Int, on canvas: inout Canvas, nameWidth: Int) {
        let name = SafeText(sanitizing: item.name, limit: 400)
        let detail = SafeText(sanitizing: self.detail(of: item), limit: 400)
        canvas.put(name, x: 2, y: y, maxWidth: self.mostOfName(of: item, room: canvas.width))
        let start = self.detailStart(of: item, names: nameWidth, room: canvas.width)
        canvas.put(detail, x: start, y: y, maxWidth: max(canvas.width - 1 - start, 0), role: .muted)
        canvas.highlight(Needle(self.field.text).scalars, y: y, from: 2, role: .match)
    }

    private var emptyText: SafeText {
        self.items.isEmpty ? self.words.emptyText : "No matches."
    }

    var hints: [(key: String, text: String)] {
        var hints = [("Enter", self.words.verb), ("Up Down", self.previews ? "preview" : "select")]
        if self.selectedItem?.isRemovable == true { hints.append(("Del", "remove")) }
        return hints + [("Esc", self.previews ? "go back" : "close")]
    }
}

enum OverlayHit: Hashable, Sendable {
    case item(Int)
    case inside
    case outside
}
