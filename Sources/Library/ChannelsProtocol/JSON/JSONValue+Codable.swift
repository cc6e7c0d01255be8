extension JSONValue: Codable {
    /// Decodes a value. Unlike `EventData.json`, a decoder loses digits that do not fit a `Double`
    /// or `Int`, and the order of members, which are sorted by name here.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: MemberName.self) {
            let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            let members = try keys.map {
                Object.Member(
                    key: $0.stringValue, value: try container.decode(JSONValue.self, forKey: $0))
            }
            self = .object(Object(members))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    /// Encodes the value. If a name is repeated, the last member counts.
    ///
    /// - Throws: `EncodingError` for a number that is neither a whole number of 64 bits nor a
    ///   finite `Double`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: MemberName.self)
            for member in object.members {
                try container.encode(member.value, forKey: MemberName(stringValue: member.key))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .number(let digits): try Self.encode(digits, to: encoder)
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return JSONValue(value) }
        if let value = try? container.decode(UInt64.self) { return JSONValue(value) }
        if let value = try? container.decode(Double.self) { return JSONValue(value) }
        return .string(try container.decode(String.self))
    }

    private static func encode(_ digits: String, to encoder: any Encoder) throws {
        if let value = JSONNumber.integer(digits) {
            try value.encode(to: encoder)
        } else if let value = UInt64(digits) {
            try value.encode(to: encoder)
        } else if let value = JSONNumber.double(digits), value.isFinite {
            try value.encode(to: encoder)
        } else {
            throw EncodingError.invalidValue(
                digits,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "the number \(digits) does not fit in a Double"))
        }
    }

    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
