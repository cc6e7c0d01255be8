import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol

@testable import BuoyRecordingFiles

/// The JSON schema of the lines of reports: what the lines of every kind have in common, in the
/// corpus that `RoundTripTests` compares with what the forms write.
struct ReportSchema {
    private var kinds: [(kind: String, lines: [JSONValue])] = []

    init() throws {
        let text = try SourceTree.text("Tests/Services/RecordingFilesTests/Corpora/lines.jsonl")
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let json = try JSONValue(parsing: Array(line))
            guard let kind = json["kind"]?.stringValue else { continue }
            if let place = self.kinds.firstIndex(where: { $0.kind == kind }) {
                self.kinds[place].lines.append(json)
            } else {
                self.kinds.append((kind, [json]))
            }
        }
        let alert: JSONValue = ["detail": "", "rule": "", "report": 1]
        self.kinds += ["alert", "alert_over"].map { ($0, [alert, ["detail": "", "rule": ""]]) }
        let missed: JSONValue = ["detail": "", "missed": 1, "channels": [:], "is_complete": true]
        let failure: JSONValue = ["error": ["message": "", "exit_code": 1]]
        self.kinds += [("missed", [missed]), ("command_failed", [failure])]
    }

    /// What all lines have.
    private static let common: [(String, JSONValue)] = [
        ("v", ["const": 1, "description": "The version of the format."]),
        (
            "time",
            [
                "type": "string", "format": "date-time",
                "description": "When it happened, in UTC with microseconds.",
            ]
        ),
        (
            "clock_ns",
            [
                "type": "integer",
                "description":
                    "The same on a clock that is never set, in nanoseconds: for differences.",
            ]
        ),
        (
            "number",
            [
                "type": "integer", "minimum": 1,
                "description":
                    "The number of the report, or of the last one before an alert. All count.",
            ]
        ),
        (
            "server",
            [
                "type": "string",
                "description": "The name of the server, if the lines are of several servers.",
            ]
        ),
        ("kind", ["type": "string", "description": "What is reported; others may be added."]),
        (
            "detail",
            [
                "type": "string",
                "description": "A sentence for people, outside of recordings. It may change.",
            ]
        ),
    ]

    var text: String {
        let schema = Self.object([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("$id", "urn:buoy:event-line:1"), ("title", "A line of buoy's JSON lines, version 1"),
            (
                "description",
                .string(
                    "A report of the client, or another line of a recording. Members and kinds may "
                        + "be added within the version; those that are here keep their meaning. "
                        + "Members without a value are omitted. Durations are in milliseconds.")
            ),
            ("type", "object"), ("required", ["v", "time", "clock_ns", "kind"]),
            ("properties", Self.object(Self.common)), ("allOf", .array(self.kinds.map(Self.rule))),
        ])
        return schema.prettyLines().map { line in
            String(repeating: "  ", count: line.depth) + line.text + "\n"
        }.joined()
    }

    private static func rule(_ kind: String, _ lines: [JSONValue]) -> JSONValue {
        [
            "if": ["properties": ["kind": ["const": .string(kind)]]],
            "then": self.type(ofObjects: lines, besides: Set(self.common.map(\.0))),
        ]
    }

    /// What values of the same member have in common.
    private static func type(of values: [JSONValue], _ name: String) -> JSONValue {
        // The data of a peer may be any value, and a checkpoint contains any reports.
        if name == "data" || name == "user_info" { return [:] }
        if name == "events", case .array? = values.first { return ["type": "array"] }
        switch values.first {
        case .object: return self.type(ofObjects: values)
        case .array:
            let elements = values.flatMap { $0.arrayValue ?? [] }
            return ["type": "array", "items": self.type(of: elements, "")]
        case .string: return ["type": "string"]
        case .bool: return ["type": "boolean"]
        case .number: return ["type": name.hasSuffix("_ms") ? "number" : "integer"]
        case .null, nil: return [:]
        }
    }

    private static func type(ofObjects objects: [JSONValue], besides known: Set<String> = [])
        -> JSONValue
    {
        var names: [String] = []
        let members = objects.compactMap(\.objectValue?.members)
        for name in members.flatMap({ $0.map(\.key) })
        where !names.contains(name) && !known.contains(name) { names.append(name) }
        let required = names.filter { name in members.allSatisfy { $0.contains { $0.key == name } }
        }
        let types = names.map { name in
            (name, self.type(of: objects.compactMap { $0[name] }, name))
        }
        guard !names.isEmpty else { return ["type": "object"] }
        return self.object(
            [("type", "object")]
                + (required.isEmpty ? [] : [("required", .array(required.map { .string($0) }))])
                + [("properties", self.object(types))])
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        var fields = RecordedFields()
        for (key, value) in members { fields.add(key, value) }
        return fields.json
    }
}
