package import ChannelsProtocol

/// As in filters: `data.items[0].name`.
package struct DataPath: Hashable, Sendable {
    package var steps: [EventData.Step]

    /// Without steps, the data itself.
    init(_ steps: [EventData.Step] = []) { self.steps = steps }

    package var text: String {
        self.steps.reduce(into: "data") { text, step in
            switch step {
            case .element(let index): text += "[\(index)]"
            case .member(let name): text += "." + Self.written(name)
            }
        }
    }

    /// - Throws: `EventFilterError` for anything but a path, also for `data` without a step.
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

    static func endsName(_ character: Character) -> Bool {
        switch character {
        case ".", "[", "]", ":", "=", "!", "<", ">", "(", ")", "\"": true
        default: character.isWhitespace
        }
    }

    /// For completion: the members of objects, and the first element of each array.
    package static func paths(in json: JSONValue, limit: Int = 100) -> [DataPath] {
        var paths: [DataPath] = []
        // Breadth-first, because values near the root are needed more often.
        var waiting: [(DataPath, JSONValue)] = [(DataPath(), json)]
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
