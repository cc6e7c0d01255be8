import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import OrderedCollections

// Each tab and hint with its columns, for drawing and for clicks.
extension DashboardState {
    struct TabLine {
        let tabs: [(pane: PaneID, label: StyledLine, columns: Range<Int>)]
        let state: Range<Int>
        let stateFacts: StyledLine
    }

    func tabLine(width: Int, glyphs: GlyphSet) -> TabLine {
        let forms = self.tabLineForms(glyphs)
        let fitting = forms.first { form in
            let tabs = form.tabs.reduce(0) { $0 + $1.label.width }
            return tabs + (form.state.width > 0 ? form.state.width + 2 : 0) <= width
        }
        // The last one is the shortest, and has no state.
        let (tabs, state) = fitting ?? forms.last ?? ([], StyledLine())
        var x = 0
        let placed = tabs.map { pane, label in
            defer { x += label.width }
            return (pane: pane, label: label, columns: x..<x + label.width)
        }
        let end = max(width - 1, 0)
        return TabLine(
            tabs: placed, state: max(end - state.width, 0)..<end, stateFacts: state)
    }

    private func tabLineForms(_ glyphs: GlyphSet) -> [(tabs: [Tab], state: StyledLine)] {
        let isLog = self.focus == .events
        let isFiltered = isLog && !self.events.view.isWhole
        func state(_ line: StyledLine) -> StyledLine {
            var state = isFiltered ? StyledLine("filtered ", .match) : StyledLine()
            state.append(line)
            return state
        }
        let long = isLog ? state(self.events.stateFacts(glyphs: glyphs)) : StyledLine()
        let short = state(
            self.events.isHeld
                ? self.events.newFacts(glyphs: glyphs) : StyledLine("following", .muted))
        let (mark, none) = (state(self.stateMark(glyphs)), StyledLine())
        let full = self.tabs(glyphs, hasCount: true) { $0.title }
        let brief = self.tabs(glyphs, hasCount: true) { $0.shortTitle }
        let named = self.tabs(glyphs, isTight: true) { $0.title }
        let tight = self.tabs(glyphs, isTight: true) { $0.shortTitle }
        let numbers = self.tabs(glyphs, isTight: true) { _ in "" }
        // The number of new events in a paused log and that rows are hidden are more important than
        // complete names; that it follows is not.
        let whole = self.events.isHeld || isFiltered ? [] : [(named, none), (tight, none)]
        return [
            (full, long), (full, isLog ? short : long), (full, mark), (brief, short),
            (brief, mark), (named, mark), (tight, mark),
        ] + whole + [(numbers, mark), (numbers, none)]
    }

    private static let importance: [CommandName: Int] = [
        "help": 1000, "quit": 1000, "connect": 999, "filter": 498, "search": 498,
    ]

    func drawTabs(on canvas: inout Canvas) {
        let line = self.tabLine(width: canvas.width, glyphs: canvas.glyphs)
        for tab in line.tabs { canvas.put(tab.label, x: tab.columns.lowerBound, y: 0) }
        canvas.put(line.stateFacts, x: line.state.lowerBound, y: 0)
    }

    /// An arrow, with the number of new events while paused.
    private func stateMark(_ glyphs: GlyphSet) -> StyledLine {
        guard self.events.isHeld else { return StyledLine("\(glyph: glyphs.newest)", .muted) }
        let count = Figures.count(self.events.newCount)
        return StyledLine("\(glyph: glyphs.newest)\(count)", .eventNew)
    }

    private typealias Tab = (pane: PaneID, label: StyledLine)

    private func tabs(
        _ glyphs: GlyphSet, hasCount: Bool = false, isTight: Bool = false,
        name: (PaneID) -> String
    ) -> [Tab] {
        self.panesWithContents.map { pane in
            let isShown = pane == self.focus
            let title = isShown ? pane.title : name(pane)
            var label = SafeText(ours: title.isEmpty ? pane.key : "\(pane.key) \(title)")
            if hasCount, let count = self.count(of: pane).map(Figures.count) {
                label = "\(label) \(count)"
            }
            let text: SafeText = isShown ? "[\(label)]" : isTight ? " \(label)" : " \(label) "
            return (pane, StyledLine(text, isShown ? .borderFocused : .muted))
        }
    }

    private func hintKey(for command: Command) -> String? {
        let key = self.options.keymap.hintKey(for: command.id, in: self.focus)
        let isOfPane = self.catalog.row(self.focus)?.hints.contains(command.id) == true
        return key ?? (isOfPane ? ":\(command.name)" : nil)
    }

    func footerHints(
        width: Int
    ) -> [(command: Command, columns: Range<Int>, line: StyledLine)] {
        var line = FactLine()
        var hints: [(command: Command, line: StyledLine)] = []
        for (index, command) in self.hints.enumerated() {
            guard let text = command.hint?.text(self), !text.isEmpty,
                self.unavailableReason(for: command) == nil,
                let key = self.hintKey(for: command)
            else { continue }
            var hint = StyledLine(SafeText(sanitizing: key), .footerKey)
            hint.append(" \(text)", .footerText)
            line.add(hint, importance: Self.importance[command.id] ?? 500 - index)
            hints.append((command, hint))
        }
        return line.places(x: 1, endX: width - 1).map { place in
            (hints[place.index].command, place.columns, hints[place.index].line)
        }
    }
}
