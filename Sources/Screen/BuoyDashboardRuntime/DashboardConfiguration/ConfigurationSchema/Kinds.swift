import BuoyScripts
import ChannelsProtocol

extension ConfigurationKey {
    var schema: JSONValue { self.entry.form.schema.described(self.entry.summary) }
}

extension ServerKey {
    var schema: JSONValue { self.form.schema.described(self.summary) }
}

extension SettingForm {
    fileprivate var schema: JSONValue {
        switch self {
        case .text, .filter, .file, .layout, .theme: return ["type": "string", "minLength": 1]
        case .written(let pattern, _): return ["type": "string", "pattern": .string(pattern)]
        case .firstLayout: return ["type": "string"]
        case .themes:
            let text: JSONValue = ["type": "string"]
            let both = JSONValue.table(
                [("dark", text), ("light", text)], and: [("required", ["dark", "light"])])
            return ["oneOf": [text, both]]
        case .word(let words): return .words(words)
        case .flag: return ["type": "boolean"]
        case .automaticFlag: return ["enum": ["auto", true, false]]
        case .number(let range, _): return .number(in: range)
        case .automaticNumber(let range):
            return ["oneOf": [["const": "auto"], .number(in: range)]]
        case .size(let range):
            return [
                "oneOf": [
                    .number(in: range),
                    ["type": "string", "pattern": "^[0-9]+ *[KMGkmg]?i?[Bb]?$"],
                ]
            ]
        case .program: return .program
        case .fields: return ["type": "object", "additionalProperties": ["type": "string"]]
        case .channels: return ["type": "array", "items": ["type": "string"]]
        }
    }
}

extension SettingSection {
    var schema: JSONValue {
        let table = JSONValue.table(
            self.keys.map { ($0.name, $0.form.schema.described($0.summary)) },
            and: self.alternatives.isEmpty ? [] : [("oneOf", .requiring(self.alternatives))])
        switch self.shape {
        case .table: return table
        case .list: return ["type": "array", "items": table]
        }
    }
}

extension JSONValue {
    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONValue.Object(members.map { JSONValue.Object.Member(key: $0.0, value: $0.1) }))
    }

    /// These keys and no others.
    static func table(_ keys: [(String, JSONValue)], and more: [(String, JSONValue)] = [])
        -> JSONValue
    {
        .object(
            [
                ("type", "object"), ("additionalProperties", false), ("properties", .object(keys)),
            ] + more)
    }

    static func tables(_ value: JSONValue, _ summary: String) -> JSONValue {
        ["description": .string(summary), "type": "object", "additionalProperties": value]
    }

    static func words(_ words: [String]) -> JSONValue {
        ["enum": .array(words.map { .string($0) })]
    }

    static func number(in range: ClosedRange<Int>) -> JSONValue {
        [
            "type": "integer", "minimum": .number("\(range.lowerBound)"),
            "maximum": .number("\(range.upperBound)"),
        ]
    }

    static let program: JSONValue = ["type": "array", "minItems": 1, "items": ["type": "string"]]

    /// Alternatives, each of which requires one of these keys.
    static func requiring(_ keys: [String]) -> JSONValue {
        .array(keys.map { ["required": [.string($0)]] })
    }

    func described(_ summary: String) -> JSONValue {
        .object([("description", .string(summary))]).adding(self.objectValue?.pairs ?? [])
    }

    func adding(_ members: [(String, JSONValue)]) -> JSONValue {
        .object((self.objectValue?.pairs ?? []) + members)
    }
}

extension JSONValue.Object {
    fileprivate var pairs: [(String, JSONValue)] { self.keys.map { ($0, self[$0] ?? .null) } }
}
