package import ChannelsProtocol

/// Filters that keys make. Their sources are what somebody could have typed.
extension EventFilter {
    /// A filter for a value that somebody looks at: `data.items[0].sku="A1"`. Of a long text it asks
    /// for the beginning, of an object or an array that it is there.
    ///
    /// - Throws: only when the path is longer than a filter may be.
    package init(path: DataPath, value: JSON) throws(EventFilterError) {
        let name = path.text
        switch value {
        case .array, .object: try self.init("has:" + name)
        case .null, .bool, .number:
            try self.init(name + (path.steps.isEmpty ? ":" : "=") + value.compactText)
        case .string(let text):
            let start = String(text.prefix(Self.valueLimit))
            let isWhole = start.utf8.count == text.utf8.count
            let sign = path.steps.isEmpty || !isWhole ? ":" : "="
            try self.init(name + sign + FilterText.quoted(start) + (isWhole ? "" : "*"))
        }
    }

    /// The longest text that is asked for as a whole, in characters.
    private static let valueLimit = 200

    /// This filter without the events of a name; unchanged when it says so already.
    package func excluding(_ event: EventName) throws(EventFilterError) -> EventFilter {
        self.and(try EventFilter("-event:" + FilterText.written(event.text)))
    }

    /// This filter for one channel; unchanged when it says so already.
    package func only(_ channel: ChannelName) throws(EventFilterError) -> EventFilter {
        self.and(try EventFilter("channel:" + FilterText.written(channel.text)))
    }

    /// What both let through.
    package func and(_ other: EventFilter) -> EventFilter {
        let mine = self.root.conditions
        if self.isEmpty { return other }
        if self.includes(other) { return self }
        return EventFilter(
            source: self.sourceOfTerms + " " + other.sourceOfTerms,
            root: .every(mine + other.root.conditions))
    }

    /// This filter without the terms of another one, if it contains them as its source writes them.
    /// - Returns: `nil` when they do not, or when more than they would be lost.
    package func dropping(_ other: EventFilter, saved: [SavedFilter]) -> EventFilter? {
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

    /// Whether this filter asks all that another one asks.
    package func includes(_ other: EventFilter) -> Bool {
        other.root.conditions.allSatisfy(self.root.conditions.contains)
    }

    /// The source in a form that can be joined with other terms.
    private var sourceOfTerms: String {
        if case .any = self.root { "(\(self.source))" } else { self.source }
    }
}

extension FilterNode {
    /// What must hold, one by one.
    fileprivate var conditions: [FilterNode] {
        if case .all(let nodes) = self { nodes } else { [self] }
    }
}
