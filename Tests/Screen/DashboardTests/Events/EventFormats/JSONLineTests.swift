import BuoyRecordingFiles
import BuoyTestSupport
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// JSON lines as a stream, and what is read of them.
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
        var writer = ReportLines()
        var lines = PlainLines()
        let kinds = [
            Self.received(data), Self.received(data), Self.received(data, from: "u1"),
            SharingSamples.received("price", on: "ticker", EventData(data)),
        ]
        let events = kinds.map { SharingSamples.event($0) }
        for event in events { writer.append(event, to: &lines) }
        #expect(
            lines.string == events.map { ReportLines.object(of: $0) }.joined(separator: "\n"))
    }

    @Test("names and times change from line to line")
    func changes() {
        var writer = ReportLines()
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
            lines.string == events.map { ReportLines.object(of: $0) }.joined(separator: "\n"))
    }

    @Test("in ASCII a line is JSON with the same meaning", arguments: SharingSamples.hostile)
    func ascii(text: String) throws {
        var writer = ReportLines()
        var lines = PlainLines(alphabet: .ascii)
        for kind in SharingSamples.everyKind(text) {
            let event = SharingSamples.event(kind)
            lines.removeAll()
            writer.append(event, to: &lines)
            #expect(lines.bytes.allSatisfy { $0 == 0x0A || 0x20..<0x7F ~= $0 })
            let plain = try JSONValue(parsing: Array(ReportLines.object(of: event).utf8))
            #expect(try JSONValue(parsing: Array(lines.bytes)) == plain)
        }
    }

    /// The lines of two events, of which only the first has a server.
    private static func ofServers() -> [String] {
        var lines = ReportLines { $0 == 7 ? "prod" : nil }
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

    @Test("saved lines are a recording with the same reports", arguments: SharingSamples.hostile)
    func reading(text: String) throws {
        let data = Self.data + [text, JSONValue.string(text).compactText, "{\"k\": \"\(text)\"}"]
        let kinds =
            SharingSamples.everyKind(text) + data.map { Self.received($0) }
            + [SharingSamples.received("p", on: "t", EventData(json: ["b": .string(text)]))]
        let reports = kinds.enumerated().map { SharingSamples.event($1, number: $0 + 1) }
        var writer = ReportLines()
        let lines = writer.bytes(for: reports)
        var decoder = RecordingDecoder()
        var start = lines.startIndex
        for report in reports {
            let end = try #require(lines[start...].firstIndex(of: UInt8(ascii: "\n")))
            #expect(try decoder.line(lines, start..<end) == .event(report))
            start = end + 1
        }
        #expect(start == lines.endIndex)
    }
}
