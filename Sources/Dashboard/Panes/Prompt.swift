import ChannelsProtocol
import TextScreen

/// One line of input at the bottom: names to subscribe to, an event to bind, a search, a filter.
struct Prompt: Hashable, Sendable {
    /// What the line is for.
    enum Kind: Hashable, Sendable {
        case subscribe
        case bind(ChannelName)
        case bindEverywhere
        case trigger
        case search
        case filter

        /// Kinds that share a history.
        var historyName: String {
            switch self {
            case .subscribe: "subscribe"
            case .bind, .bindEverywhere: "bind"
            case .trigger: "trigger"
            case .search: "search"
            case .filter: "filter"
            }
        }

        /// What Enter does, for the hints.
        var verb: String {
            switch self {
            case .bindEverywhere: "bind"
            default: self.historyName == "trigger" ? "send" : self.historyName
            }
        }

        fileprivate var label: SafeText {
            switch self {
            case .subscribe: "subscribe>"
            case .bind(let channel): "bind on \(SafeText(sanitizing: channel.text, limit: 120))>"
            case .bindEverywhere: "bind on all channels>"
            case .trigger: "client event>"
            case .search: "/"
            case .filter: "filter>"
            }
        }

        fileprivate var placeholder: SafeText {
            switch self {
            case .subscribe: "names of channels, with spaces between"
            case .bind, .bindEverywhere: "name of an event, * for every event"
            case .trigger: "channel client-event {\"data\":1}"
            case .search: "text in names, channels or data"
            case .filter: "order  channel:presence-*  event:*paid  -typing"
            }
        }
    }

    /// What a key came to.
    enum OnKey: Hashable, Sendable {
        case none
        case cancel
        case submit(String)
    }

    let kind: Kind
    private(set) var field: TextField
    /// Why the text cannot be used.
    var error: String?
    /// What Tab may complete the last word to.
    private(set) var matches: [String] = []
    /// The match that Tab put in; further Tabs go round.
    private var chosen: Int?
    /// Which earlier text is shown, counted from the newest; `nil` for the one being typed.
    private var recalled: Int?
    private var draft = ""

    init(_ kind: Kind, text: String = "") {
        self.kind = kind
        self.field = TextField(text)
    }

    /// The keys of a prompt, for the documentation.
    static let editingKeys: [(keys: String, what: String)] = [
        ("`Enter`", "Does it."),
        ("`Esc` `Ctrl-C`", "Closes the prompt without doing anything."),
        ("`Tab` `Shift-Tab`", "Completes the last word; again for the next or previous one."),
        ("`Up` `Down`", "Earlier inputs of this prompt."),
        ("`Left` `Right` `Home` `End` `Ctrl-A` `Ctrl-E` `Alt-b` `Alt-f`", "Move the cursor."),
        ("`Backspace` `Del` `Ctrl-W` `Ctrl-U` `Ctrl-K`", "Delete, by word, to the start or end."),
        ("`Ctrl-Z` `Ctrl-L`", "Suspend and redraw, as everywhere."),
    ]

    /// The words before the one at the cursor.
    var wordsBefore: [String] {
        self.field.textBeforeCursor.split(separator: " ", omittingEmptySubsequences: false)
            .dropLast().filter { !$0.isEmpty }.map(String.init)
    }

    private var lastWord: Substring {
        let text = self.field.textBeforeCursor
        return text.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    }

    /// Handles a key.
    /// - Parameters:
    ///   - history: earlier inputs, oldest first.
    ///   - candidates: what the last word may be completed to, told the words before it.
    mutating func handle(
        _ key: KeyPress, history: [String], candidates: ([String]) -> [String]
    ) -> OnKey {
        switch key {
        case .escape, .control("C"), .control("G"): return .cancel
        case .enter: return .submit(self.field.text)
        case .tab: self.complete(by: 1)
        case .backTab: self.complete(by: -1)
        case .up: self.recall(history, by: 1)
        case .down: self.recall(history, by: -1)
        default:
            guard self.field.edit(key) else { return .none }
            self.chosen = nil
        }
        self.error = nil
        if self.chosen == nil { self.findMatches(candidates) }
        return .none
    }

    /// Looks up what Tab may complete, for the text as it is.
    mutating func findMatches(_ candidates: ([String]) -> [String]) {
        let word = String(self.lastWord).lowercased()
        self.matches = candidates(self.wordsBefore)
            .filter { $0.lowercased().hasPrefix(word) && $0 != self.lastWord }
    }

    private mutating func complete(by step: Int) {
        guard !self.matches.isEmpty else { return }
        let start = step > 0 ? -1 : 0
        let count = self.matches.count
        let next = ((self.chosen ?? start) + step + count) % count
        self.chosen = next
        let place = self.field.cursor - self.lastWord.count
        self.field.replace(from: place, with: self.matches[next])
    }

    private mutating func recall(_ history: [String], by step: Int) {
        if self.recalled == nil { self.draft = self.field.text }
        let index = (self.recalled ?? -1) + step
        guard index < history.count, index >= -1 else { return }
        self.recalled = index < 0 ? nil : index
        self.chosen = nil
        self.field = TextField(index < 0 ? self.draft : history[history.count - 1 - index])
    }
}

// MARK: - Drawing

extension Prompt {
    /// Draws the line; what Tab offers stands at its right.
    func draw(on canvas: inout Canvas) {
        var x =
            1 + canvas.put(self.kind.label, x: 1, y: 0, maxWidth: canvas.width / 2, role: .title)
        if self.kind != .search { x += 1 }
        let offers = self.offers(room: canvas.width - x - 24)
        let width = canvas.width - x - 1 - (offers.width > 0 ? offers.width + 2 : 0)
        if self.field.isEmpty {
            canvas.put(
                self.kind.placeholder, x: x + 1, y: 0, maxWidth: max(width - 1, 0), role: .muted)
        }
        self.field.draw(
            on: &canvas, in: Rect(x: x, y: 0, width: width, height: 1), role: .prompt)
        canvas.put(offers, x: canvas.width - 1 - offers.width, y: 0)
    }

    /// As many matches as there is room for, and how many there are.
    private func offers(room: Int) -> StyledLine {
        let isSettled = self.chosen != nil && self.matches.count == 1
        guard !self.matches.isEmpty, !self.field.isEmpty, !isSettled else { return StyledLine() }
        let first = self.chosen ?? 0
        let count: SafeText =
            self.chosen.map { "\($0 + 1) of \(self.matches.count)" } ?? "\(self.matches.count)"
        let end = StyledLine("  Tab: \(count)", .muted)
        var line = StyledLine()
        for (index, match) in self.matches.enumerated().dropFirst(first) {
            var piece = StyledLine(line.width > 0 ? "  " : "", .muted)
            piece.append(
                SafeText(sanitizing: match, limit: 400), index == self.chosen ? .match : .muted)
            guard line.width + piece.width + end.width <= room else { break }
            line.append(piece)
        }
        if line.width > 0 { line.append(end) }
        return line
    }

    /// Draws the hints that belong to the line.
    func drawHints(on canvas: inout Canvas) {
        var hints: [(String, String)] = [("Enter", self.kind.verb)]
        if !self.matches.isEmpty { hints.append(("Tab", "complete")) }
        hints += [("Up", "history"), ("Ctrl-U", "clear"), ("Esc", "cancel")]
        canvas.drawHints(hints)
    }
}

extension Canvas {
    /// Keys and what they do, as far as they fit in the first row.
    mutating func drawHints(_ hints: [(key: String, text: String)]) {
        var x = 1
        for (key, text) in hints where x + key.count + 1 + text.count < self.width {
            x += self.put(SafeText(sanitizing: key), x: x, y: 0, role: .footerKey) + 1
            x += self.put(SafeText(sanitizing: text), x: x, y: 0, role: .footerText) + 2
        }
    }
}
