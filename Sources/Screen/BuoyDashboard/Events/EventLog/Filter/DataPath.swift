package import ChannelsProtocol

/// The path to a value in an event's data, as in filters: `data.items[0].name`.
package struct DataPath: Hashable, Sendable {
    /// The steps from the root of the data.
    package var steps: [EventData.Step]

    /// Creates a path; without steps, it refers to the data itself.
    init(_ steps: [EventData.Step] = []) { self.steps = steps }

    /// The path in filter syntax. Names that need it are quoted.
    package var text: String {
        self.steps.reduce(into: "data") { text, step in
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name): text += "." + Self.written(name)
            }
        }
    }

    /// Parses a path in filter syntax: `data.items[0].name`.
    /// - Throws: `EventFilterError` for anything else, also for `data` without a step.
    package init(parsing source: String) throws(EventFilterError) {
        var parser = FilterParser(source, saved: [])
        guard source.lowercased().hasPrefix("data") else { throw parser.error(.pathStep) }
        parser.position = "data".count
        self = try parser.path()
        guard parser.current == nil, !self.steps.isEmpty else { throw parser.error(.pathStep) }
    }

    private static func written(_ name: String) -> String {
        let isPlain = !name.isEmpty && name.allSatisfy { !self.endsName($0) }
        return isPlain ? name : FilterText.quoted(name)
    }

    /// Whether a character ends an unquoted name.
    static func endsName(_ character: Character) -> Bool {
        switch character {
        case ".", "[", "]", ":", "=", "!", "<", ">", "(", ")", "\"": true
        default: character.isWhitespace
        }
    }

    /// The paths to the values in JSON text, for completion: those of the members of objects, and
    /// of the first element of each array.
    /// - Parameter limit: the maximum number of paths.
    package static func paths(in json: JSON, limit: Int = 100) -> [DataPath] {
        var paths: [DataPath] = []
        // Breadth-first, because values near the root are needed more often.
        var waiting: [(DataPath, JSON)] = [(DataPath(), json)]
        var next = 0
        while next < waiting.count, paths.count < limit {
            let (path, value) = waiting[next]
            next += 1
            if !path.steps.isEmpty { paths.append(path) }
            switch value {
            case .object(let object):
                for member in object.members.prefix(limit) {
                    waiting.append((path.appending(.member(member.key)), member.value))
                }
            case .array(let elements):
                guard let first = elements.first else { continue }
                waiting.append((path.appending(.element(0)), first))
            default: continue
            }
        }
        return paths
    }

    private func appending(_ step: EventData.Step) -> DataPath { DataPath(self.steps + [step]) }
}
