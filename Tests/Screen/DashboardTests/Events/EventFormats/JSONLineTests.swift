import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard

/// JSON lines as a stream, and what the published schema says of them.
@Suite("JSON lines")
struct JSONLineTests {
    private static func received(_ data: String, from user: UserID? = nil) -> ClientReport.Kind {
        var events = RecordedEvents()
        events.receive("price", on: "ticker", data, from: user)
        return events.events[0].kind
    }

    /// Data that is copied, and data that is not, through the codec.
    private static let data = [
        "{}", "[]", "-5", "true", "null", #"{"a":1,"b":[1,2],"c":"x y"}"#, #"{"a": 1}"#, " {}",
        #"{"a":"\u00e9"}"#, #"{"a":"é"}"#, #"{"a":"\" ,"}"#, #"{"a":"\\"}"#, #"{"a":"\\" }"#,
        "text",
        "", #""quoted""#, "{", "{}x", "{\"a\":\"\u{202E}\"}", "{\"a\":\"\u{7F}\"}", "\u{1B}[2J",
        "🇩🇪 e\u{301}\u{301}\u{301}", #"{"a":"🇩🇪"}"#, "[\n1]", #"{"a":"b\/c"}"#, "1 2",
        String(repeating: #"{"a":"#, count: 40),
    ]

    @Test("a line of a stream is the object of its event", arguments: Self.data)
    func stream(data: String) {
        var writer = JSONLines()
        var lines = PlainLines()
        let kinds = [
            Self.received(data), Self.received(data), Self.received(data, from: "u1"),
            SharingSamples.received("price", on: "ticker", EventData(data)),
        ]
        let events = kinds.map { SharingSamples.event($0) }
        for event in events { writer.append(event, to: &lines) }
        #expect(
            lines.string == events.map { JSONLines.object(of: $0) }.joined(separator: "\n"))
    }

    @Test("names and times change from line to line")
    func changes() {
        var writer = JSONLines()
        var lines = PlainLines()
        let events = (0..<40).map { index in
            ClientReport(
                number: index + 1,
                time: SharingSamples.time.advanced(by: .milliseconds(index / 3)),
                kind: SharingSamples.received(
                    EventName("e\(index % 2)"), on: "c\(index / 2 % 3)", "{}"))
        }
        for event in events { writer.append(event, to: &lines) }
        #expect(
            lines.string == events.map { JSONLines.object(of: $0) }.joined(separator: "\n"))
    }

    @Test("in ASCII a line is JSON with the same meaning", arguments: SharingSamples.hostile)
    func ascii(text: String) throws {
        var writer = JSONLines()
        var lines = PlainLines(alphabet: .ascii)
        for kind in SharingSamples.everyKind(text) {
            let event = SharingSamples.event(kind)
            lines.removeAll()
            writer.append(event, to: &lines)
            #expect(lines.bytes.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
            let plain = try JSON(parsing: Array(JSONLines.object(of: event).utf8))
            #expect(try JSON(parsing: Array(lines.bytes)) == plain)
        }
    }

    // MARK: Schema

    private static func schema() throws -> JSON {
        let file = SourceTree.root.appending(path: "docs/event-line-1.schema.json")
        return try JSON(parsing: Array(Data(contentsOf: file.standardized)))
    }

    private static let samples: [JSON] = {
        let kinds =
            SharingSamples.everyKind("x")
            + Self.data.map { Self.received($0) }
            + [SharingSamples.received("p", on: "t", EventData(json: ["b": true]))]
        let lines =
            kinds.map { JSONLines.object(of: SharingSamples.event($0)) } + Self.ofServers()
            + [Self.alert("alert"), Self.alert("alert_over")]
        return lines.compactMap { JSON.parse($0) }
    }()

    private static func alert(_ kind: String) -> String {
        var lines = PlainLines()
        var writer = JSONLines()
        writer.append(
            LineNote(at: SharingSamples.time, after: 1, kind, .warning, text: "a"), to: &lines)
        return lines.string
    }

    /// The lines of two events, of which only the first has a server.
    private static func ofServers() -> [String] {
        var lines = JSONLines()
        lines.server = { $0 == 7 ? "prod" : nil }
        let event = SharingSamples.event(Self.received("1"))
        let other = ClientReport(number: 8, time: event.time, kind: event.kind)
        return String(decoding: lines.bytes(for: [event, other]), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    @Test("in a log of several servers, a line has the server's name")
    func servers() {
        let lines = Self.ofServers()
        #expect(lines.count == 2)
        #expect(lines[0].contains(#""number":7,"server":"prod","kind":"received""#))
        #expect(lines[1].contains(#""number":8,"kind":"received""#))
    }

    @Test("every line is as the schema says, and has no key that it does not list")
    func lines() throws {
        let schema = try Self.schema()
        let properties = try #require(schema["properties"]?.objectMembers)
        let required = try #require(schema["required"]?.arrayElements).compactMap(\.stringValue)
        #expect(Self.samples.count > 50)
        for line in Self.samples {
            let members = try #require(line.objectMembers)
            for name in required { #expect(line[name] != nil, "\(name) is missing") }
            for member in members {
                let rule = try #require(properties.first { $0.key == member.key }?.value)
                if let constant = rule["const"] { #expect(member.value == constant) }
                if let type = rule["type"]?.stringValue {
                    #expect(member.value.schemaType == type, "\(member.key)")
                }
            }
        }
        #expect(schema["properties"]?["v"]?["const"]?.intValue == JSONLines.version)
    }

    @Test("every key of the schema occurs, and it lists the kinds that there are")
    func completeness() throws {
        let schema = try Self.schema()
        let names = Set(try #require(schema["properties"]?.objectMembers).map(\.key))
        let found = Self.samples.flatMap { $0.objectMembers?.map(\.key) ?? [] }
        #expect(Set(found) == names)
        let kinds = schema["properties"]?["kind"]?["examples"]?.arrayElements ?? []
        #expect(
            kinds.compactMap(\.stringValue)
                == Set(Self.samples.compactMap { $0["kind"]?.stringValue }).sorted())
    }
}

extension JSON {
    fileprivate var objectMembers: [JSONObject.Member]? {
        if case .object(let object) = self { object.members } else { nil }
    }

    fileprivate var arrayElements: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The name of its type in a schema.
    fileprivate var schemaType: String {
        switch self {
        case .object: "object"
        case .array: "array"
        case .string: "string"
        case .number: self.intValue == nil ? "number" : "integer"
        case .bool: "boolean"
        case .null: "null"
        }
    }
}
