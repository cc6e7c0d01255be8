package struct ManualSection: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        var term: String
        var text: String

        package init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }

    private enum Content: Hashable {
        case list([Entry])
        /// Lines; the flush ones in capitals are headings.
        case lines([Substring])
    }

    private let title: String
    private let content: Content

    package init(_ title: String, _ entries: [Entry]) {
        self.title = title
        self.content = .list(entries)
    }

    package init(_ title: String, text: String) {
        self.init(
            title, lines: text.split(separator: "\n", omittingEmptySubsequences: false)[...])
    }

    private init(_ title: String, lines: ArraySlice<Substring>) {
        self.title = title
        self.content = .lines(Array(lines))
    }

    /// The sections of the help after its options: each starts with a flush line.
    static func sections(of appendix: String) -> [ManualSection] {
        var sections: [ManualSection] = []
        var lines = appendix.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let title = lines.popFirst() {
            guard Self.isFlush(title) else { continue }
            let body = lines.prefix { !Self.isFlush($0) }
            lines = lines.dropFirst(body.count)
            sections.append(ManualSection(String(title), lines: body))
        }
        return sections
    }

    func write(to roff: inout Roff) {
        roff.heading(self.title)
        switch self.content {
        case .list(let entries):
            for entry in entries { roff.entry(entry.term, entry.text) }
        case .lines(let lines): Self.write(lines[...], to: &roff)
        }
    }

    private static func write(_ lines: ArraySlice<Substring>, to roff: inout Roff) {
        var lines = lines
        while let first = lines.first {
            if self.isHeading(first) {
                roff.subheading(String(first))
                lines.removeFirst()
            }
            let body = lines.prefix { !self.isHeading($0) }
            lines = lines.dropFirst(body.count)
            let shown = body.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            if !shown.isEmpty { roff.verbatim(shown) }
        }
    }

    private static func isFlush(_ line: Substring) -> Bool {
        line.first.map { $0 != " " } ?? false
    }

    private static func isHeading(_ line: Substring) -> Bool {
        self.isFlush(line) && line == line.uppercased()[...]
    }
}
