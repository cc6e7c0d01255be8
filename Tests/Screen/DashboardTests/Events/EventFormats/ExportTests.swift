import BuoyRecordingFiles
import BuoyTestBasics
import BuoyTestSupport
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("The export of Events")
struct ExportTests {
    private static func lines(
        _ kinds: [ClientReport.Kind], _ format: EventExport.Format = .jsonl
    ) -> String {
        var writer = EventExport.Writer(format)
        let events = kinds.map { SharingSamples.event($0) }
        return String(decoding: writer.bytes(for: events), as: UTF8.self)
    }

    private static let head =
        #"{"v":1,"time":"2026-11-21T14:02:32.456000Z","clock_ns":5000000000,"number":7,"kind":"#

    private static let objects: [(ClientReport.Kind, String)] = [
        (
            SharingSamples.received("price", on: "ticker", #"{"a":1.50,"a":[]}"#),
            #""received","event":"price","channel":"ticker","data":{"a":1.50,"a":[]}}"#
        ),
        (
            SharingSamples.received("client-typing", on: "presence-x", "hi", from: "u1"),
            #""received","event":"client-typing","channel":"presence-x","data":"hi","user_id":"u1"}"#
        ),
        (
            SharingSamples.received("p", on: "t", #" { "a" : 1 } "#),
            #""received","data_text":" { \"a\" : 1 } ","event":"p","channel":"t","data":{"a":1}}"#
        ),
        (
            SharingSamples.received("p", on: "t", #""in quotes""#),
            #""received","event":"p","channel":"t","data":"\"in quotes\""}"#
        ),
        (
            SharingSamples.received("p", on: "t", "{\"a\":\"\u{202E}\u{9B}\"}"),
            #""received","data_text":"{\"a\":\"\u202E\u009B\"}","event":"p","channel":"t","#
                + #""data":{"a":"\u202E\u009B"}}"#
        ),
        (
            SharingSamples.received("p", on: "t", EventData(json: ["b": true])),
            #""received","data_inline":true,"event":"p","channel":"t","data":{"b":true}}"#
        ),
        (
            SharingSamples.received("p", on: "t", #"{"a":"\u00e9\/é"}"#),
            #""received","event":"p","channel":"t","data":{"a":"\u00e9\/é"}}"#
        ),
        (
            SharingSamples.received("p", on: "t", .absent),
            #""received","event":"p","channel":"t"}"#
        ),
        (
            SharingSamples.received("p", on: "t", "-5"),
            #""received","event":"p","channel":"t","data":-5}"#
        ),
        (
            .memberAdded(
                ChannelName(wire: "presence-x"),
                PresenceMember(id: "u1", info: EventData(json: ["name": "Ana"]))),
            #""member_added","detail":"joined: u1","channel":"presence-x","user_id":"u1","user_info":{"name":"Ana"}}"#
        ),
        (
            SharingSamples.change(.connected, .connecting, .ended(.closed(4201, reason: "bye"))),
            #""state_changed","detail":"state: connected -> connecting: closed with 4201: a pong did "#
                + #"not arrive in time (server: \"bye\")","from":"connected","to":"connecting","#
                + #""cause":{"is":"ended","end":{"is":"closed","code":4201,"reason":"bye"}},"lasted_ms":0}"#
        ),
        (
            .subscriptionChanged(ChannelName(wire: "a"), .subscribed),
            #""subscription_changed","detail":"subscribed","channel":"a","state":"subscribed"}"#
        ),
        (
            .pingSent(.sample),
            #""ping_sent","detail":"ping: sent","last_received":{"time":"1970-01-01T00:00:00.000000Z","#
                + #""clock_ns":0},"time_limit_ms":30000}"#
        ),
    ]

    @Test("an event is one object with the keys of the documentation", arguments: objects.indices)
    func object(index: Int) {
        let (kind, expected) = Self.objects[index]
        #expect(Self.lines([kind]) == Self.head + expected + "\n")
    }

    @Test(
        "every report is one line of valid JSON without anything hidden",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func hostileLines(text: HostileString) throws {
        let text = text.text
        let kinds = SharingSamples.everyKind(text)
        let lines = Self.lines(kinds).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == kinds.count + 1)
        for (kind, line) in zip(kinds, lines) {
            #expect(SharingSamples.isSafe(String(line)))
            let object = try #require(JSONValue.parse(String(line)))
            #expect(object["kind"]?.stringValue == EventDescription(kind).kind.rawValue)
            _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
    }

    @Test(
        "the data of an event can be had back byte for byte",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func nothingIsLost(text: HostileString) throws {
        let text = text.text
        let quoted = JSONValue.string(text).compactText
        for data in [text, quoted, "{\"k\": \(quoted)}", "[\(quoted),\(quoted)]"] {
            let line = Self.lines([SharingSamples.received("p", on: text, EventData(data))])
            let object = try #require(JSONValue.parse(line))
            let value = try #require(object["data"])
            let back = object["data_text"]?.stringValue ?? value.stringValue ?? value.compactText
            // What has no text of its own stands in the line as it was.
            let stands = line.contains("\"data\":\(data)}")
            #expect(back.utf8.elementsEqual(data.utf8) || stands)
            #expect(object["channel"]?.stringValue?.utf8.elementsEqual(text.utf8) == true)
        }
    }

    @Test("every kind of report has its own word")
    func kindNames() {
        let kinds = SharingSamples.everyKind("x").map { EventDescription($0).kind }
        #expect(Set(kinds) == Set(ReportKind.allCases))
    }

    @Test("a table has a header, quotes where they are needed, and a line for each event")
    func table() {
        let kinds = [
            SharingSamples.received("price", on: "ticker", #"{"a": 1, "b":"x"}"#),
            SharingSamples.received("say", on: "t;u", "one\r\ntwo \"three\"", from: "u1"),
            ClientReport.Kind.subscriptionChanged(ChannelName(wire: "a"), .subscribed),
        ]
        let start = "2026-11-21T14:02:32.456Z,7,"
        #expect(
            Self.lines(kinds, .csv)
                == "time,number,kind,channel,event,user_id,size,data,detail\r\n"
                + start + #"received,ticker,price,,17,"{""a"":1,""b"":""x""}","# + "\r\n"
                + start + #"received,"t;u",say,u1,16,"one\r\ntwo ""three""","# + "\r\n"
                + start + "subscription_changed,a,,,,,subscribed\r\n")
    }

    @Test("a table of several servers has a column for the server")
    func serverColumn() {
        let event = SharingSamples.event(SharingSamples.received("price", on: "ticker", "1"))
        var writer = EventExport.Writer(.csv) { $0 == 7 ? "eu,prod" : nil }
        let lines = String(decoding: writer.bytes(for: [event]), as: UTF8.self)
        #expect(
            lines == "time,number,kind,channel,event,user_id,size,data,detail,server\r\n"
                + "2026-11-21T14:02:32.456Z,7,received,ticker,price,,1,1,,\"eu,prod\"\r\n")
    }

    private static let fields: [(String, String)] = [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), (" a", "\" a\""),
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("@x", "'@x"), ("-x", "'-x"), ("-5", "-5"),
        ("-1.5e3", "-1.5e3"), ("-1+2", "'-1+2"), ("  =1", "'  =1"), ("\u{FF1D}1", "'\u{FF1D}1"),
        ("=a,\"b\"", "\"'=a,\"\"b\"\"\""), ("\"\u{301}x", "\"\"\"\u{301}x\""), ("", ""),
    ]

    @Test("a field is no formula, and ends where it ends", arguments: fields)
    func field(text: String, expected: String) {
        #expect(CSVRows.field(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }

    @Test(
        "a table of hostile texts keeps its rows and columns",
        arguments: SharingSamples.hostile.map { HostileString($0) })
    func hostileTable(text: HostileString) {
        let text = text.text
        let kinds = SharingSamples.everyKind(text)
        let rows = Self.rows(of: Self.lines(kinds, .csv))
        #expect(rows.count == kinds.count + 1)
        for row in rows {
            #expect(row.count == CSVRows.columns.count)
            for (column, field) in zip(CSVRows.columns, row) {
                #expect(SharingSamples.isSafe(field, besides: "\u{FE0F}\u{200D}"))
                let first = field.drop { $0 == " " }.unicodeScalars.first
                let isNumber = JSONValue.parse(field)?.doubleValue != nil
                #expect(
                    first.map { !"=+-@".unicodeScalars.contains($0) } != false || isNumber,
                    "\(column)")
            }
        }
    }

    @Test(
        "slices are the same file as all at once, and are counted",
        arguments: EventExport.Format.allCases)
    func slices(format: EventExport.Format) {
        let events = SharingSamples.everyKind("x").enumerated().map {
            SharingSamples.event($1, number: $0)
        }
        var whole = EventExport.Writer(format)
        let expected = whole.bytes(for: events)
        var writer = EventExport.Writer(format)
        var bytes = writer.bytes(for: [])
        for start in stride(from: 0, to: events.count, by: 7) {
            bytes += writer.bytes(for: events[start..<min(start + 7, events.count)])
        }
        #expect(bytes == expected)
        #expect(writer.count == events.count)
        #expect(writer.byteCount == bytes.count)
    }

    @Test("a file's name says its format, or what it may be is said")
    func formats() throws {
        #expect(try EventExport.Format(fileName: "a.jsonl") == .jsonl)
        #expect(try EventExport.Format(fileName: "/x.csv/a.NDJSON") == .jsonl)
        #expect(try EventExport.Format(fileName: "a.b.CSV") == .csv)
        let unknown = #expect(throws: EventExport.UnknownFormat.self) {
            try EventExport.Format(fileName: "events.txt\u{1B}")
        }
        #expect(
            unknown?.description == "Unknown format for events.txt\\u001B: "
                + "use a name that ends in .jsonl, .ndjson or .csv.")
        let empty = #expect(throws: EventExport.UnknownFormat.self) {
            try EventExport.Format(fileName: "")
        }
        #expect(
            empty?.description == "Use a file name that ends in .jsonl, .ndjson or .csv.")
    }

    private static let moments: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
        (1_795_269_752_456_789, "2026-11-21T14:02:32.456Z"),
        (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"),
        (-62_167_219_200_000_000, "0000-01-01T00:00:00.000Z"),
        (-62_167_219_200_000_001, "-000001-12-31T23:59:59.999Z"),
        (.max, "+294247-01-10T04:00:54.775Z"), (.min, "-290308-12-21T19:59:05.224Z"),
    ]

    @Test("times are ISO 8601 in UTC, at the ends of the clock too", arguments: moments)
    func moment(microseconds: Int64, expected: String) {
        let time = ChannelsTimestamp(monotonicNanoseconds: 0, wallMicroseconds: microseconds)
        #expect(UTCTime.text(of: time) == expected)
        let exact = UTCTime.bytes(of: time, isExact: true)
        let isShort = exact.first.map { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
        #expect(
            UTCTime.microseconds(of: String(decoding: exact, as: UTF8.self))
                == (isShort == true ? microseconds : nil))
    }

    @Test(
        "a time with an offset is read, and nothing else",
        arguments: [
            ("2026-11-21T14:02:32Z", 1_795_269_752_000_000),
            ("2026-11-21T14:02:32.4567891Z", 1_795_269_752_456_789),
            ("2026-11-21T15:02:32+01:00", 1_795_269_752_000_000),
            ("2026-11-21T13:32:32-0030", 1_795_269_752_000_000),
            ("2026-11-21T14:02:32", nil), ("2026-11-21 14:02:32Z", nil), ("", nil),
            ("2026-13-21T14:02:32Z", nil), ("2026-11-21T24:02:32Z", nil),
            ("2026-11-21T14:02:32Zx", nil), ("2026-11-21T14:02:32+01", nil),
        ] as [(String, Int64?)])
    func reading(text: String, expected: Int64?) {
        #expect(UTCTime.microseconds(of: text) == expected)
    }

    /// Reads a table by RFC 4180.
    private static func rows(of table: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = String.UnicodeScalarView()
        var isQuoted = false
        var scalars = Array(table.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"": field.append(scalars.removeFirst())
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(String(field))
                field = .init()
            case "\r" where !isQuoted:
                row.append(String(field))
                rows.append(row)
                (row, field) = ([], .init())
            case "\n" where !isQuoted: break
            default: field.append(scalar)
            }
        }
        return rows
    }
}
