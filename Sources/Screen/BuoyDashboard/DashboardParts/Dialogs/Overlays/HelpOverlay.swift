import BuoyTextScreen
import ChannelsBasics

/// Typing searches the list, Enter runs the selected command.
struct HelpOverlay: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let id: CommandName?
        /// Their keys are listed with the command's own.
        let variants: [CommandName]
        /// A variant is found by a search; otherwise its command is listed.
        let isVariant: Bool
        let symbol: String
        let section: String
        let title: String
        let summary: String
        /// `:layout NAME`
        let commandLineForm: String
        let synonyms: [String]

        init(
            id: CommandName, variants: [CommandName], isVariant: Bool, section: String,
            title: String, summary: String, commandLineForm: String, synonyms: [String]
        ) {
            (self.id, self.symbol) = (id, "")
            (self.variants, self.isVariant) = (variants, isVariant)
            (self.section, self.title, self.summary) = (section, title, summary)
            (self.commandLineForm, self.synonyms) = (commandLineForm, synonyms)
        }

        init(symbol: String, section: String, title: String) {
            (self.id, self.symbol, self.variants, self.isVariant) = (nil, symbol, [], false)
            (self.section, self.title, self.summary) = (section, title, section)
            (self.commandLineForm, self.synonyms) = ("", [])
        }
    }

    enum KeyOutcome: Hashable, Sendable {
        case none
        case close
        case run(CommandName)
    }

    enum Line: Hashable {
        case heading(String)
        case command(Entry)

        var isCommand: Bool { if case .command = self { true } else { false } }
    }

    let entries: [Entry]
    let keymap: Keymap
    let reasons: [CommandName: String]
    private(set) var field = TextField(byteLimit: FuzzyMatch.limit)
    /// Those that match every typed word, best first; all of them, by section, if nothing is typed.
    private(set) var commands: [Entry] = []
    private(set) var lines: [Line] = []
    private var selected = 0
    private var scroll = ListScroll()
    /// With the headings.
    private let mostRows: Int

    init(_ entries: [Entry], keymap: Keymap, reasons: [CommandName: String] = [:]) {
        self.entries = entries
        self.keymap = keymap
        self.reasons = reasons
        self.mostRows = entries.count + Set(entries.map(\.section)).count + 1
        self.search()
    }

    func keyNames(of entry: Entry) -> [String] {
        guard let id = entry.id else { return [entry.symbol] }
        return ([id] + entry.variants).flatMap { self.keymap.keyNames(for: $0) }
    }

    func reason(_ entry: Entry) -> String? { entry.id.flatMap { self.reasons[$0] } }

    private mutating func search() {
        // Ignore a leading slash, which starts a search elsewhere.
        let typed = self.field.text.drop { $0 == "/" }
        let words = Set(typed.split(separator: " ").map(String.init))
        self.lines = []
        guard words.isEmpty else {
            let ranked = self.entries.enumerated().compactMap { index, entry in
                self.rank(of: words, in: entry).map { (rank: $0, index: index, entry: entry) }
            }
            let usable = ranked.filter { self.reason($0.entry) == nil }
            let others = ranked.filter { self.reason($0.entry) != nil }
            // What cannot be used now comes last.
            self.commands = [usable, others].flatMap { entries in
                entries.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.entry)
            }
            self.lines = self.commands.map { .command($0) }
            return
        }
        let listed = self.entries.filter { !$0.isVariant }
        let usable = listed.filter { self.reason($0) == nil }
        let others = listed.filter { self.reason($0) != nil }
        self.commands = usable + others
        for (index, command) in usable.enumerated() {
            let isFirst = index == 0 || usable[index - 1].section != command.section
            if isFirst { self.lines.append(.heading(command.section)) }
            self.lines.append(.command(command))
        }
        if !others.isEmpty { self.lines.append(.heading("Unavailable now")) }
        self.lines += others.map { .command($0) }
    }

    private func rank(of words: Set<String>, in entry: Entry) -> Int? {
        var sum = 0
        for word in words {
            guard let rank = self.rank(of: word, in: entry) else { return nil }
            sum += rank
        }
        return sum
    }

    private func rank(of word: String, in entry: Entry) -> Int? {
        let name = word.hasPrefix(":") && word.count > 1 ? String(word.dropFirst()) : word
        let needle = Needle(word)
        let keys = self.keyNames(of: entry)
        var ranks = [
            FuzzyMatch.rank(of: name, in: entry.title),
            entry.id.flatMap { FuzzyMatch.rank(of: name, in: $0.text) },
            entry.synonyms.contains(name.lowercased()) ? 5 : nil,
            entry.synonyms.contains {
                $0.split(separator: " ").contains { $0.hasPrefix(name.lowercased()) }
            } ? 25 : nil,
        ]
        if keys.contains(word) { ranks.append(2) }
        if keys.contains(where: { needle.occurs(in: $0) }) { ranks.append(28) }
        let texts = [entry.summary, entry.commandLineForm]
        if texts.contains(where: { needle.occurs(in: $0) }) { ranks.append(35) }
        return ranks.compactMap { $0 }.min()
    }

    var suggestion: String? {
        let typed = self.field.text.filter { $0 != ":" && $0 != " " }.lowercased()
        let names = self.entries.compactMap { $0.id?.text } + self.entries.flatMap(\.synonyms)
        return Suggestion.nearest(toTyped: typed, among: names)
            ?? Suggestion.nearest(to: typed, among: names)
    }

    var selectedCommand: Entry? {
        self.commands.isEmpty ? nil : self.commands[min(self.selected, self.commands.count - 1)]
    }

    mutating func handle(_ key: KeyPress, in rect: Rect) -> KeyOutcome {
        let height = self.listRect(in: rect).height
        switch key {
        case .escape, .function(1), .control("C"), .control("G"): return .close
        case .enter: return self.selectedCommand?.id.map { .run($0) } ?? .none
        case .up, .control("P"): self.move(.rows(-1), height)
        case .down, .control("N"): self.move(.rows(1), height)
        case .pageUp: self.move(.pages(-1), height)
        case .pageDown: self.move(.pages(1), height)
        default: guard self.edit(key) else { return .none }
        }
        let lines = self.lines
        self.scroll.settle(selected: self.selectedLine(lines), count: lines.count, height: height)
        return .none
    }

    mutating func select(_ index: Int) {
        self.selected = min(max(index, 0), max(self.commands.count - 1, 0))
    }

    /// - Returns: whether the list may have changed.
    private mutating func edit(_ key: KeyPress) -> Bool {
        let changes = self.field.changes
        guard self.field.edit(key), self.field.changes != changes else { return false }
        self.search()
        self.selected = 0
        return true
    }

    private mutating func move(_ movement: Movement, _ height: Int) {
        self.selected = movement.target(
            from: self.selected, count: self.commands.count, height: height)
    }

    private func selectedLine(_ lines: [Line]) -> Int {
        guard let command = self.selectedCommand else { return 0 }
        let line = lines.firstIndex(of: .command(command)) ?? 0
        // The heading above the first command is visible together with it.
        return self.selected == 0 ? 0 : line
    }

    /// As large as the list needs; the whole width of a narrow region, where a margin would be of
    /// no use.
    func box(in rect: Rect) -> Rect {
        rect.centered(
            width: rect.width < 80 ? rect.width : min(rect.width - 4, 96),
            height: min(rect.height, self.mostRows + 2 + Self.detailRows(in: rect.height)))
    }

    static func detailRows(in height: Int) -> Int {
        switch height {
        case 30...: 6
        case 14...: 5
        case 11...: 4
        case 8...: 2
        default: 0
        }
    }

    func listRect(in rect: Rect) -> Rect {
        let box = self.box(in: rect)
        let list = box.inset(horizontal: 2, vertical: 1)
            .split(bottom: Self.detailRows(in: box.height)).rest
        return list.height > 0 ? list : Rect(x: list.x, y: list.y, width: list.width, height: 1)
    }

    func hit(x: Int, y: Int, in rect: Rect) -> OverlayHit {
        guard self.box(in: rect).contains(x: x, y: y) else { return .outside }
        let (list, lines) = (self.listRect(in: rect), self.lines)
        let place = self.top(lines, height: list.height) + y - list.y
        guard list.contains(x: x, y: y), place >= 0, place < lines.count,
            case .command(let command) = lines[place],
            let index = self.commands.firstIndex(of: command)
        else { return .inside }
        return .item(index)
    }

    func top(_ lines: [Line], height: Int) -> Int {
        self.scroll.top(selected: self.selectedLine(lines), count: lines.count, height: height)
    }
}
