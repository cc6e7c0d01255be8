import BuoyTextScreen
import ChannelsProtocol

struct DocumentSearch: Hashable, Sendable {
    enum Match: Hashable, Sendable {
        case node(InspectorPane.Place)
        case line(Int)
    }

    let needle: Needle
    let glyphs: GlyphSet
    var size: ScreenSize
    var matches: [Match] = []
    var current: Int?

    /// `2 of 5`, or the number of matches.
    var count: String {
        self.current.map { "\($0 + 1) of \(self.matches.count)" } ?? "\(self.matches.count) found"
    }
}

extension InspectorPane {
    /// From the selection downwards. An empty text ends the search.
    ///
    /// - Returns: whether there is a match.
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
            // The message that contained the data repeats all of it, so it is searched only when
            // unfolded.
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

    private func isShown(_ match: DocumentSearch.Match) -> Bool {
        switch match {
        case .node(let place): place == self.selectedPlace
        // At the end of the document, the line of a match may be further down on the screen.
        case .line: true
        }
    }

    private func isBehind(
        _ match: DocumentSearch.Match, orAtTop: Bool, _ direction: EventSearch.Direction
    ) -> Bool {
        switch match {
        case .node(let place):
            guard let node = self.node(at: place) else { return true }
            // A match inside the selected node, if that is folded, comes after it.
            return node < self.selected
                || node == self.selected && place == self.selectedPlace && direction == .down
        case .line(let line): return orAtTop ? line < self.top.line : line <= self.top.line
        }
    }

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
    fileprivate func has(_ needle: Needle) -> Bool {
        if case .member(let name)? = self.step, needle.occurs(in: name) { return true }
        if let text = self.value.stringValue { return needle.occurs(in: text) }
        return !self.value.isContainer && needle.occurs(in: self.value.compactText)
    }
}

extension [DocumentSearch.Match] {
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
