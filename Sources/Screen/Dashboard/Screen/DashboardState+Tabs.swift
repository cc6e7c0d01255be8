import ChannelsProtocol
import DashboardPanes
import DashboardParts
import EventWords
import OrderedCollections
import TextScreen

// The tabs of the panes, if only one is visible, and the hints, each with its columns for drawing
// and for clicks.
extension DashboardState {
    /// The line of tabs.
    struct TabLine {
        let tabs: [(pane: PaneID, label: StyledLine, columns: Range<Int>)]
        /// The columns of the log's state, at the end.
        let state: Range<Int>
        let stateFacts: StyledLine
    }

    /// The names of the panes, with that of the visible one in brackets, and the state of the log,
    /// as far as there is room.
    func tabLine(width: Int, glyphs: GlyphSet) -> TabLine {
        let isLog = self.focus == .events
        let long = isLog ? self.events.stateFacts(glyphs: glyphs) : StyledLine()
        let short =
            self.events.isHeld
            ? self.events.newFacts(glyphs: glyphs) : StyledLine("FOLLOW", .muted)
        let mark = self.stateMark(glyphs)
        let full = self.tabs(glyphs) { TabForm(name: $0.title, hasCount: true) }
        let brief = self.tabs(glyphs) {
            TabForm(name: $0 == self.focus ? $0.title : $0.shortTitle, hasCount: true)
        }
        let counted = self.tabs(glyphs) {
            TabForm(
                name: $0 == self.focus ? $0.title : $0.shortTitle, hasCount: true, isTight: true)
        }
        let context = self.paneContext
        // The numbers are more important than the names of panes without one.
        let numbered = self.tabs(glyphs) {
            let hasCount = self.panes[$0]?.count(context) != nil
            let short = hasCount ? $0.shortTitle : String($0.shortTitle.prefix(2))
            return TabForm(
                name: $0 == self.focus ? $0.title : short, hasCount: true, isTight: true)
        }
        let tight = self.tabs(glyphs) {
            TabForm(name: $0 == self.focus ? $0.title : $0.shortTitle, isTight: true)
        }
        let tiny = self.tabs(glyphs) {
            let short = String($0.shortTitle.prefix(2))
            return TabForm(name: $0 == self.focus ? $0.title : short, isTight: true)
        }
        let none = StyledLine()
        // The number of new events in a paused log is more important than complete names; that it
        // follows is not.
        let whole = self.events.isHeld ? [] : [(tight, none)]
        let forms =
            [
                (full, long), (full, isLog ? short : long), (brief, short), (brief, mark),
                (counted, mark), (numbered, mark), (tight, short), (tight, mark),
            ] + whole + [(tiny, short), (tiny, mark), (tiny, none)]
        let least = tiny
        let size = { (tabs: [(PaneID, StyledLine)]) in tabs.reduce(0) { $0 + $1.1.width } }
        let fitting = forms.first { size($0.0) + ($0.1.width > 0 ? $0.1.width + 2 : 0) <= width }
        let (tabs, state) = fitting ?? (least, StyledLine())
        var x = 0
        let placed = tabs.map { pane, label in
            defer { x += label.width }
            return (pane: pane, label: label, columns: x..<x + label.width)
        }
        let end = max(width - 1, 0)
        return TabLine(
            tabs: placed, state: max(end - state.width, 0)..<end, stateFacts: state)
    }

    /// The importance of hints that everybody needs, whatever the pane.
    private static let importance: [CommandName: Int] = [
        "help": 1000, "quit": 1000, "filter": 498, "search": 498,
    ]

    func drawTabs(on canvas: inout Canvas) {
        let line = self.tabLine(width: canvas.width, glyphs: canvas.glyphs)
        for tab in line.tabs { canvas.put(tab.label, x: tab.columns.lowerBound, y: 0) }
        canvas.put(line.stateFacts, x: line.state.lowerBound, y: 0)
    }

    /// The state of the log as a sign: an arrow, with the number of new events while it is paused.
    private func stateMark(_ glyphs: GlyphSet) -> StyledLine {
        guard self.events.isHeld else { return StyledLine("\(glyph: glyphs.newest)", .muted) }
        let count = Figures.count(self.events.newCount)
        return StyledLine("\(glyph: glyphs.newest)\(count)", .eventNew)
    }

    /// The amount of text in a tab.
    private struct TabForm {
        let name: String
        var hasCount = false
        /// Whether it has only the space before it.
        var isTight = false
    }

    private func tabs(
        _ glyphs: GlyphSet, _ form: (PaneID) -> TabForm
    ) -> [(PaneID, StyledLine)] {
        let context = self.paneContext
        let panes = self.panesBesideOthers.filter { $0 != .inspector || self.inspector != nil }
        return panes.map { pane in
            let form = form(pane)
            var label = SafeText(ours: pane.key + (form.isTight ? "" : " ") + form.name)
            if form.hasCount, let count = self.panes[pane]?.count(context).map(Figures.count) {
                label = "\(label) \(count)"
            }
            let isShown = pane == self.focus
            let text: SafeText =
                isShown ? "[\(label)]" : form.isTight ? " \(label)" : " \(label) "
            return (pane, StyledLine(text, isShown ? .borderFocused : .muted))
        }
    }

    /// The keys that are useful at the moment, as far as there is room.
    func footerHints(
        width: Int
    ) -> [(command: Command, columns: Range<Int>, line: StyledLine)] {
        var line = FactLine()
        var hints: [(command: Command, line: StyledLine)] = []
        for (index, command) in self.hints.enumerated() {
            guard let text = command.hint?.text(self), self.unavailableReason(for: command) == nil,
                let key = self.options.keymap.hintKey(for: command.id, in: self.focus)
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
