import BuoyScripts
import ChannelsProtocol

extension ConfigurationKey {
    var schema: JSON { self.entry.form.schema.described(self.entry.summary) }
}

extension ServerKey {
    var schema: JSON { self.form.schema.described(self.summary) }
}

extension SettingForm {
    fileprivate var schema: JSON {
        switch self {
        case .text, .filter, .file, .layout, .theme: return ["type": "string", "minLength": 1]
        case .written(let pattern, _): return ["type": "string", "pattern": .string(pattern)]
        case .firstLayout: return ["type": "string"]
        case .themes:
            let text: JSON = ["type": "string"]
            let both = JSON.table(
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
    var schema: JSON {
        let table = JSON.table(
            self.keys.map { ($0.name, $0.form.schema.described($0.summary)) },
            and: self.alternatives.isEmpty ? [] : [("oneOf", .requiring(self.alternatives))])
        switch self.shape {
        case .table: return table
        case .list: return ["type": "array", "items": table]
        }
    }
}

extension JSON {
    static func object(_ members: [(String, JSON)]) -> JSON {
        .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }

    /// These keys and no others.
    static func table(_ keys: [(String, JSON)], and more: [(String, JSON)] = []) -> JSON {
        .object(
            [
                ("type", "object"), ("additionalProperties", false), ("properties", .object(keys)),
            ] + more)
    }

    static func tables(_ value: JSON, _ summary: String) -> JSON {
        ["description": .string(summary), "type": "object", "additionalProperties": value]
    }

    static func words(_ words: [String]) -> JSON { ["enum": .array(words.map { .string($0) })] }

    static func number(in range: ClosedRange<Int>) -> JSON {
        [
            "type": "integer", "minimum": .number("\(range.lowerBound)"),
            "maximum": .number("\(range.upperBound)"),
        ]
    }

    static let program: JSON = ["type": "array", "minItems": 1, "items": ["type": "string"]]

    /// Alternatives, each of which requires one of these keys.
    static func requiring(_ keys: [String]) -> JSON {
        .array(keys.map { ["required": [.string($0)]] })
    }

    func described(_ summary: String) -> JSON {
        .object([("description", .string(summary))]).adding(self.objectValue?.pairs ?? [])
    }

    func adding(_ members: [(String, JSON)]) -> JSON {
        .object((self.objectValue?.pairs ?? []) + members)
    }
}

extension JSONObject {
    fileprivate var pairs: [(String, JSON)] { self.keys.map { ($0, self[$0] ?? .null) } }
}
