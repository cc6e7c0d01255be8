import ChannelsBasics

/// A JSON value (RFC 8259), kept as it was sent, including the digits of numbers, the order of
/// members and repeated members.
///
/// Closed: no case will be added.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`; see ``boolValue``.
    case bool(Bool)
    /// The digits as sent: `1e400`, `-0` and numbers of any length are kept. ``intValue`` and
    /// ``doubleValue`` convert them.
    case number(String)
    /// The text without quotes and escapes.
    case string(String)
    /// Values, in the order in which they were sent.
    case array([JSONValue])
    /// Names with values, in the order in which they were sent.
    case object(JSONValue.Object)

    package static let depthLimit = 512

    package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
        self = try JSONTreeBuilder.parse(Array(bytes))
    }

    /// Parses JSON text (RFC 8259), or returns `nil` if the string is not JSON.
    public static func parse(_ text: String) -> JSONValue? {
        try? JSONValue(parsing: text.utf8)
    }

    package var compactText: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue: Printed {
    package var printed: String { self.compactText }
}

extension JSONValue: ComparedContent {
    package func hasContent(of other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left.hasSameBytes(as: right)
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hashContent(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let text), .string(let text): hasher.combine(text)
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

// MARK: Access

extension JSONValue {
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The Boolean; `nil` if the value is not a Boolean.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The string; `nil` if the value is not a string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements; `nil` if the value is not an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members; `nil` if the value is not an object.
    public var objectValue: JSONValue.Object? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The number, if it is a whole number that fits an `Int`: `7`, `7.0` and `7e2`, but neither
    /// `7.5` nor `1e30`.
    public var intValue: Int? {
        if case .number(let text) = self { JSONNumber.integer(text) } else { nil }
    }

    /// The number rounded to a `Double`; infinite if it is too large.
    public var doubleValue: Double? {
        if case .number(let text) = self { JSONNumber.double(text) } else { nil }
    }

    /// A member of an object; the last one if the name is repeated. `nil` if there isn't one,
    /// or if the value is not an object.
    public subscript(key: String) -> JSONValue? { self.objectValue?[key] }

    /// An element of an array; `nil` if the index is out of range, or if the value is not an
    /// array.
    public subscript(index: Int) -> JSONValue? {
        guard let elements = self.arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

// MARK: Making values

extension JSONValue {
    /// Creates a number from a variable; `null` for infinity and NaN, which JSON does not
    /// support.
    public init(_ value: Double) { self = value.isFinite ? .number("\(value)") : .null }
    /// Creates a whole number from a variable of any integer type.
    public init(_ value: some BinaryInteger) { self = .number(String(value)) }
    package init(_ value: Bool) { self = .bool(value) }
    package init(_ value: String) { self = .string(value) }
    package init(_ elements: [JSONValue]) { self = .array(elements) }

    /// Creates an object from a dictionary. It has no order, so the members are sorted by name.
    public init(_ members: [String: JSONValue]) {
        let members = members.sorted { $0.key < $1.key }
        self = .object(Object(members.map { Object.Member(key: $0.key, value: $0.value) }))
    }
}

// MARK: Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null` from the literal `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates `true` or `false` from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a whole number from a literal: `["id": 7]`.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates a number from a literal; `null` if it is infinite, which JSON does not support.
    public init(floatLiteral value: Double) { self.init(value) }
    /// Creates a string from a literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array from a literal, such as `[1, "two", nil]`.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Creates an object from a literal, such as `["id": 7, "name": "Ana"]`, with its members
    /// in this order.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(
            JSONValue.Object(members.map { JSONValue.Object.Member(key: $0.0, value: $0.1) }))
    }
}
