package struct JSONLine: Hashable, Sendable {
    package var depth: Int
    package var tokens: [JSONToken]

    package init(depth: Int, tokens: [JSONToken]) {
        self.depth = depth
        self.tokens = tokens
    }

    package var text: String { self.tokens.map(\.text).joined() }
}

package struct JSONToken: Hashable, Sendable {
    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    package enum Kind: Hashable, Sendable, CaseIterable {
        case key, string, number, bool, null
        case punctuation
    }
}

extension JSONValue {
    package func prettyLines(limit: Int = .max) -> [JSONLine] {
        var layout = JSONLayout(limit: limit)
        layout.add(self)
        return layout.lines
    }
}

private struct JSONLayout {
    private(set) var lines: [JSONLine] = []
    private let limit: Int
    private var depth = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(
        _ value: JSONValue, after start: [JSONToken] = [], before end: [JSONToken] = []
    ) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            self.enclose("[", "]", start, end, elements) { (nil, $0) }
        case .object(let object) where !object.members.isEmpty:
            self.enclose("{", "}", start, end, object.members) { ($0.key, $0.value) }
        default:
            self.addLine(start + [JSONToken(Self.kind(of: value), value.compactText)] + end)
        }
    }

    private mutating func enclose<Element>(
        _ opening: String, _ closing: String, _ start: [JSONToken], _ end: [JSONToken],
        _ contents: [Element], _ parts: (Element) -> (key: String?, value: JSONValue)
    ) {
        self.addLine(start + [JSONToken(.punctuation, opening)])
        self.depth += 1
        for (index, element) in contents.enumerated() where self.lines.count < self.limit {
            let (key, value) = parts(element)
            let comma = [JSONToken(.punctuation, ",")]
            self.add(
                value, after: key.map(Self.tokens) ?? [],
                before: index == contents.count - 1 ? [] : comma)
        }
        self.depth -= 1
        self.addLine([JSONToken(.punctuation, closing)] + end)
    }

    private mutating func addLine(_ tokens: [JSONToken]) {
        guard self.lines.count < self.limit else { return }
        self.lines.append(JSONLine(depth: self.depth, tokens: tokens))
    }

    private static func tokens(ofKey key: String) -> [JSONToken] {
        [JSONToken(.key, JSONValue.string(key).compactText), JSONToken(.punctuation, ": ")]
    }

    private static func kind(of value: JSONValue) -> JSONToken.Kind {
        switch value {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array, .object: .punctuation
        }
    }
}
