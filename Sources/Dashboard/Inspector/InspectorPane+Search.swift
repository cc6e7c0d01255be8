import ChannelsProtocol
import DataViews
import EventLog
import ScreenParts
import TextScreen

/// A text that is looked for in the document of the inspector.
struct DocumentSearch: Hashable, Sendable {
    /// A place where the text occurs.
    enum Match: Hashable, Sendable {
        /// A node of a tree; it may be folded away.
        case node(InspectorPane.Place)
        /// A line of any other view.
        case line(Int)
    }

    let needle: Needle
    let glyphs: GlyphSet
    /// The size of the pane when the text was last looked for.
    var size: ScreenSize
    /// In the order of the document.
    var matches: [Match] = []
    /// The number of the match that is shown.
    var current: Int?

    /// `2 of 5`, or how many there are.
    var count: String {
        self.current.map { "\($0 + 1) of \(self.matches.count)" } ?? "\(self.matches.count) found"
    }
}

// Searching what is shown: names and values of a tree, or lines.
extension InspectorPane {
    /// Looks for a text, from the selection downwards; an empty one ends the search.
    ///
    /// - Returns: whether it occurs.
    mutating func setSearch(_ text: String, size: ScreenSize, glyphs: GlyphSet) -> Bool {
        self.search =
            text.isEmpty
            ? nil
            : DocumentSearch(
                needle: Needle(text), glyphs: glyphs, size: size)
        self.findMatches()
        guard self.search != nil else { return true }
        if let node = self.selectedPlace,
            let index = self.search?.matches.firstIndex(of: .node(node))
        {
            self.search?.current = index
            return true
        }
        return self.searchOn(.down, size: size, includingTop: true)
    }

    /// Goes to the next match in a direction; behind the last one is the first.
    ///
    /// - Returns: whether there is one.
    mutating func searchOn(
        _ direction: EventSearch.Direction, size: ScreenSize, includingTop: Bool = false
    ) -> Bool {
        if self.search?.size != size {
            self.search?.size = size
            self.findMatches()
        }
        guard let search = self.search, !search.matches.isEmpty else { return false }
        let count = search.matches.count
        let index: Int
        if let current = search.current, self.isShown(search.matches[current]) {
            index = current + (direction == .down ? 1 : -1)
        } else {
            let next = search.matches.partitionIndex {
                self.isBehind($0, orAtTop: includingTop, direction)
            }
            index = direction == .down ? next : next - 1
        }
        self.show((index + count) % count)
        return true
    }

    /// Looks again, after something else is shown.
    mutating func findMatches() {
        guard var search = self.search else { return }
        search.current = nil
        search.matches =
            self.nodeCount > 0
            ? self.nodeMatches(search.needle).map(DocumentSearch.Match.node)
            : self.lineMatches(search).map(DocumentSearch.Match.line)
        self.search = search
    }

    private func nodeMatches(_ needle: Needle) -> [Place] {
        var unfolded = FoldMemory()
        unfolded.reset(to: .noneFolded)
        return self.trees.flatMap { section, tree -> [Place] in
            // The message that the data came in has all of it again: it counts when it is unfolded.
            let isAside = self.content.sections[section].isAside
            guard let root = tree.rows.first, !isAside || !root.isFolded else { return [] }
            let whole = JSONTree(root.value, unfolded, section: section)
            return whole.rows.indices.filter { whole.rows[$0].has(needle) }.map {
                Place(section: section, path: whole.path(of: $0))
            }
        }
    }

    private func lineMatches(_ search: DocumentSearch) -> [Int] {
        let page = self.page(width: search.size.columns, search.glyphs)
        return (0..<page.count).filter { line in
            search.needle.occurs(in: page.rows(ofLine: line).map(\.text.string).joined())
        }
    }

    /// Whether a match is where the selection is, or the top of the screen.
    private func isShown(_ match: DocumentSearch.Match) -> Bool {
        switch match {
        case .node(let place): place == self.selectedPlace
        // Where the end of the document is on the screen, its lines are not at the top.
        case .line: true
        }
    }

    /// Whether a match is not behind the selection or the top of the screen.
    private func isBehind(
        _ match: DocumentSearch.Match, orAtTop: Bool, _ direction: EventSearch.Direction
    ) -> Bool {
        switch match {
        case .node(let place):
            guard let node = self.node(at: place) else { return true }
            // A match inside of the selected node that is folded is below it.
            return node < self.selected
                || node == self.selected && place == self.selectedPlace && direction == .down
        case .line(let line): return orAtTop ? line < self.top.line : line <= self.top.line
        }
    }

    /// Shows a match: a node with all around it unfolded, or a line at the top.
    private mutating func show(_ index: Int) {
        guard let search = self.search, search.matches.indices.contains(index) else { return }
        let page: DataPage
        switch search.matches[index] {
        case .node(let place):
            for count in place.path.steps.indices {
                let around = NodePath(steps: Array(place.path.steps[..<count]))
                self.memory.set(around, inSection: place.section, isFolded: false)
            }
            self.wanted = place
            let matches = search.matches
            self.rebuild()
            self.search?.matches = matches
            page = self.page(width: search.size.columns, search.glyphs)
            self.top = self.top(of: page, height: self.textHeight(page, rows: search.size.rows))
        case .line(let line):
            page = self.page(width: search.size.columns, search.glyphs)
            let height = self.textHeight(page, rows: search.size.rows)
            let row = page.rows(ofLine: line)
                .first { search.needle.occurs(in: $0.text.string) }
            let anchor = row?.anchor ?? DataPage.Anchor(line: line)
            self.top = min(anchor, page.furthest(height: height))
        }
        self.search?.current = index
    }
}

extension JSONTree.Row {
    /// Whether the text is in its name, or in its value if that has no rows of its own.
    fileprivate func has(_ needle: Needle) -> Bool {
        if case .member(let name)? = self.step, needle.occurs(in: name) { return true }
        if let text = self.value.stringValue { return needle.occurs(in: text) }
        return !self.value.isContainer && needle.occurs(in: self.value.compactText)
    }
}

extension [DocumentSearch.Match] {
    /// The first place from which a condition does not hold any more.
    fileprivate func partitionIndex(_ isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, self.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension StyledLine {
    fileprivate var string: String { self.runs.map(\.text.string).joined() }
}
