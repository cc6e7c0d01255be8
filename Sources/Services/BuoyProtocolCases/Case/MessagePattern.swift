import ChannelsBasics
import ChannelsProtocol

/// JSON that a message must contain: further members are allowed.
///
/// A string may have `*` for any characters, or be one of `<any>`, `<absent>`, `<string>`,
/// `<number>`, `<object>`, `<array>`, `<socket>` and a range such as `<4200-4299>`. An array
/// matches in any order. An object also matches a string that contains it as JSON, which is how
/// servers send `data`. `||` separates alternatives.
struct MessagePattern: Hashable, Sendable {
    let text: String
    private let alternatives: [JSONValue]

    init(_ text: String) throws(StepFailure) {
        self.text = text
        var alternatives: [JSONValue] = []
        for part in text.split(separator: " || ") {
            guard let value = JSONValue.parse(String(part)) else {
                throw StepFailure("not a JSON pattern: \(part)")
            }
            alternatives.append(value)
        }
        self.alternatives = alternatives
    }

    init(_ value: JSONValue) {
        self.text = value.compactText
        self.alternatives = [value]
    }

    func matches(_ message: String) -> Bool {
        guard let value = JSONValue.parse(message) else { return false }
        return self.matches(value)
    }

    func matches(_ value: JSONValue) -> Bool {
        self.alternatives.contains { Self.matches($0, value) }
    }

    private static func matches(_ pattern: JSONValue, _ value: JSONValue?) -> Bool {
        switch (pattern, value) {
        case (.string(let text), _) where text.hasPrefix("<"): Self.isKind(text, value)
        case (_, nil): false
        case (.object(let object), .object?):
            object.members.allSatisfy { Self.matches($0.value, value?[$0.key]) }
        case (.object, .string(let text)?), (.array, .string(let text)?):
            JSONValue.parse(text).map { inner in
                if case .string = inner { false } else { Self.matches(pattern, inner) }
            } ?? false
        case (.array(let patterns), .array(let values)?): Self.matchInAnyOrder(patterns, values)
        case (.string(let text), .string(let actual)?) where text.contains("*"):
            Wildcard(text).matches(actual)
        case (_, let value?): pattern.hasContent(of: value)
        }
    }

    private static func matchInAnyOrder(_ patterns: [JSONValue], _ values: [JSONValue]) -> Bool {
        guard patterns.count == values.count else { return false }
        var rest = values
        for pattern in patterns {
            guard let index = rest.firstIndex(where: { Self.matches(pattern, $0) }) else {
                return false
            }
            rest.remove(at: index)
        }
        return true
    }

    private static func isKind(_ kind: String, _ value: JSONValue?) -> Bool {
        switch (kind, value) {
        case ("<absent>", _): value == nil
        case ("<any>", .some), ("<string>", .string?), ("<number>", .number?),
            ("<object>", .object?), ("<array>", .array?):
            true
        case ("<socket>", .string(let text)?): SocketID(text) != nil
        case (_, .number?):
            Self.range(kind).flatMap { range in
                value?.intValue.map(range.contains)
            } ?? false
        default: false
        }
    }

    /// `<4200-4299>`
    static func range(_ text: some StringProtocol) -> ClosedRange<Int>? {
        let numbers = text.drop { $0 == "<" }.prefix { $0 != ">" }.split(separator: "-")
            .compactMap { Int($0) }
        guard let low = numbers.first, let high = numbers.last, low <= high else { return nil }
        return low...high
    }
}
