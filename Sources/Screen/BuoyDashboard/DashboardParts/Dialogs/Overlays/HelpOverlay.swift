import BuoyTextScreen
import ChannelsBasics

/// The list of commands: typing searches it, Enter runs the selected one.
struct HelpOverlay: Hashable, Sendable {
    /// A command or a symbol in the list.
    struct Entry: Hashable, Sendable {
        /// The command; `nil` for a symbol, which is only explained.
        let id: CommandName?
        /// The symbol; empty for a command.
        let symbol: String
        /// The heading above it.
        let section: String
        let title: String
        let summary: String
        /// The command line syntax: `:layout NAME`.
        let commandLineForm: String
        /// Other words that find it.
        let synonyms: [String]

        /// A command.
        init(
            id: CommandName, section: String, title: String, summary: String,
            commandLineForm: String, synonyms: [String]
        ) {
            (self.id, self.symbol) = (id, "")
            (self.section, self.title, self.summary) = (section, title, summary)
            (self.commandLineForm, self.synonyms) = (commandLineForm, synonyms)
        }

        init(symbol: String, section: String, title: String) {
            (self.id, self.symbol) = (nil, symbol)
            (self.section, self.title, self.summary) = (section, title, section)
            (self.commandLineForm, self.synonyms) = ("", [])
        }
    }

    /// The result of a key.
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

    /// All commands, by section.
    let entries: [Entry]
    let keymap: Keymap
    /// Why commands cannot be used now, when the list was opened.
    let reasons: [CommandName: String]
    private(set) var field = TextField()
    /// The commands and symbols that match every typed word, best first; all of them, by section,
    /// if nothing is typed.
    private(set) var commands: [Entry] = []
    /// The same under the headings of their sections, if nothing is typed.
    private(set) var lines: [Line] = []
    private var selected = 0
    private var scroll = ListScroll()

    /// - Parameters:
    ///   - entries: all commands, grouped by section.
    ///   - reasons: why some of them cannot be used now.
    init(_ entries: [Entry], keymap: Keymap, reasons: [CommandName: String] = [:]) {
        self.entries = entries
        self.keymap = keymap
        self.reasons = reasons
        self.search()
    }

    /// Why a command cannot be used now; `nil` if it can.
    func reason(_ entry: Entry) -> String? { entry.id.flatMap { self.reasons[$0] } }

    private mutating func search() {
        let words = self.field.text.split(separator: " ").map(String.init)
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
        self.commands = self.entries
        for (index, command) in self.commands.enumerated() {
            let isFirst = index == 0 || self.commands[index - 1].section != command.section
            if isFirst { self.lines.append(.heading(command.section)) }
            self.lines.append(.command(command))
        }
    }

    /// How well an entry matches the typed words, as in `FuzzyMatch`; `nil` if it does not.
    private func rank(of words: [String], in entry: Entry) -> Int? {
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
        let keys = entry.id.map { self.keymap.keyNames(for: $0) } ?? [entry.symbol]
        var ranks = [
            FuzzyMatch.rank(of: name, in: entry.title),
            entry.id.flatMap { FuzzyMatch.rank(of: name, in: $0.text) },
            entry.synonyms.contains(name.lowercased()) ? 5 : nil,
            entry.synonyms.contains { $0.hasPrefix(name.lowercased()) } ? 25 : nil,
        ]
        if keys.contains(word) { ranks.append(2) }
        if keys.contains(where: { needle.occurs(in: $0) }) { ranks.append(28) }
        let texts = [entry.summary, entry.commandLineForm]
        if texts.contains(where: { needle.occurs(in: $0) }) { ranks.append(35) }
        return ranks.compactMap { $0 }.min()
    }

    /// The name of a command similar to the typed text; `nil` if there isn't one.
    var suggestion: String? {
        let typed = self.field.text.filter { $0 != ":" && $0 != " " }.lowercased()
        let names = self.entries.compactMap { $0.id?.text } + self.entries.flatMap(\.synonyms)
        return Suggestion.nearest(toTyped: typed, among: names)
            ?? Suggestion.nearest(to: typed, among: names)
    }

    /// The command that Enter would run; `nil` if none matches.
    var selectedCommand: Entry? {
        self.commands.isEmpty ? nil : self.commands[min(self.selected, self.commands.count - 1)]
    }

    /// Handles a key, in a region of the screen.
    mutating func handle(_ key: KeyPress, in rect: Rect) -> KeyOutcome {
        let height = self.listRect(in: rect).height
        switch key {
        case .escape, .function(1), .control("C"), .control("G"): return .close
        case .enter: return self.selectedCommand?.id.map { .run($0) } ?? .none
        case .up, .control("P"): self.move(.rows(-1), height)
        case .down, .control("N"): self.move(.rows(1), height)
        case .pageUp: self.move(.pages(-1), height)
        case .pageDown: self.move(.pages(1), height)
        default: self.edit(key)
        }
        let lines = self.lines
        self.scroll.settle(selected: self.selectedLine(lines), count: lines.count, height: height)
        return .none
    }

    /// Selects a command by its index among the matching ones.
    mutating func select(_ index: Int) {
        self.selected = min(max(index, 0), max(self.commands.count - 1, 0))
    }

    /// Edits the search text, and selects the best match.
    private mutating func edit(_ key: KeyPress) {
        let before = self.field.text
        guard self.field.edit(key), self.field.text != before else { return }
        self.search()
        self.selected = 0
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

    // MARK: Places

    /// The box inside a region: as large as the list needs, if there is room; the whole width of a
    /// narrow region, where a margin would be of no use.
    func box(in rect: Rect) -> Rect {
        let rows = self.entries.count + Set(self.entries.map(\.section)).count
        return rect.centered(
            width: rect.width < 80 ? rect.width : min(rect.width - 4, 96),
            height: min(rect.height, rows + 2 + Self.detailRows(in: rect.height)))
    }

    /// The number of rows below the list, for a rule and the details of the selected command. A
    /// short box uses them for the list.
    static func detailRows(in height: Int) -> Int {
        switch height {
        case 30...: 6
        case 14...: 5
        case 11...: 4
        case 8...: 2
        default: 0
        }
    }

    /// The position of the list's lines.
    func listRect(in rect: Rect) -> Rect {
        let box = self.box(in: rect)
        let list = box.inset(horizontal: 2, vertical: 1)
            .split(bottom: Self.detailRows(in: box.height)).rest
        return list.height > 0 ? list : Rect(x: list.x, y: list.y, width: list.width, height: 1)
    }

    /// The meaning of a click on a cell of the screen.
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

    /// The first visible line.
    func top(_ lines: [Line], height: Int) -> Int {
        self.scroll.top(selected: self.selectedLine(lines), count: lines.count, height: height)
    }
}
