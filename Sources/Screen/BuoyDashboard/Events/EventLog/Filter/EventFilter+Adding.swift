import ChannelsProtocol

/// Filters that are created by keys. Their sources are valid filter text.
extension EventFilter {
    /// `data.items[0].sku="A1"`. Compares only the start of a long string; for an object or an
    /// array, tests whether it exists.
    ///
    /// - Throws: only if the path is longer than a filter may be.
    init(path: DataPath, value: JSONValue) throws(EventFilterError) {
        let name = path.text
        switch value {
        case .array, .object: try self.init("has:" + name)
        case .null, .bool, .number:
            try self.init(name + (path.steps.isEmpty ? ":" : "=") + value.compactText)
        case .string(let text):
            let start = String(text.prefix(Self.valueLimit))
            let isWhole = start.utf8.count == text.utf8.count
            let comparison = path.steps.isEmpty || !isWhole ? ":" : "="
            try self.init(name + comparison + FilterText.quoted(start) + (isWhole ? "" : "*"))
        }
    }

    /// Characters of a string that is compared as a whole.
    private static let valueLimit = 200

    func excluding(_ event: EventName) throws(EventFilterError) -> EventFilter {
        self.and(try EventFilter("-event:" + FilterText.written(event.text)))
    }

    func only(_ event: EventName) throws(EventFilterError) -> EventFilter {
        self.and(try EventFilter("event:" + FilterText.written(event.text)))
    }

    func only(_ channel: ChannelName) throws(EventFilterError) -> EventFilter {
        self.and(try EventFilter("channel:" + FilterText.written(channel.text)))
    }

    package func and(_ other: EventFilter) -> EventFilter {
        let mine = self.root.conditions
        if self.isEmpty { return other }
        if self.includes(other) { return self }
        return EventFilter(
            source: self.sourceOfTerms + " " + other.sourceOfTerms,
            root: .every(mine + other.root.conditions))
    }

    /// Without the terms of another filter, if the source contains them literally.
    /// - Returns: `nil` if it does not, or if more would be removed.
    func dropping(_ other: EventFilter, saved: [SavedFilter]) -> EventFilter? {
        let others = other.root.conditions
        let rest = self.root.conditions.filter { !others.contains($0) }
        let (mine, term) = (self.source, other.source)
        for start in mine.indices where mine[start...].hasPrefix(term) {
            let end = mine.index(start, offsetBy: term.count)
            let before = mine[..<start].reversed().drop { $0 == " " }.reversed()
            let after = mine[end...].drop { $0 == " " }
            let isWord = before.endIndex == before.startIndex || mine[..<start].hasSuffix(" ")
            guard isWord, after.isEmpty || mine[end...].hasPrefix(" ") else { continue }
            let source = String(before) + (before.isEmpty || after.isEmpty ? "" : " ") + after
            guard let filter = try? EventFilter(source, saved: saved) else { continue }
            let kept = filter.root.conditions
            if kept.count == rest.count, kept.allSatisfy(rest.contains) { return filter }
        }
        return nil
    }

    func includes(_ other: EventFilter) -> Bool {
        other.root.conditions.allSatisfy(self.root.conditions.contains)
    }

    private var sourceOfTerms: String {
        if case .any = self.root { "(\(self.source))" } else { self.source }
    }
}

extension FilterNode {
    fileprivate var conditions: [FilterNode] {
        if case .all(let nodes) = self { nodes } else { [self] }
    }
}
