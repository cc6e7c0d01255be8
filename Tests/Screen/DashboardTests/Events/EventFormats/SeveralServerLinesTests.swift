import BuoyRecordingFiles
import BuoyTestSupport
import BuoyTextScreen
import ChannelsEventWords
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Lines of several servers, and lines that no client has reported.
@Suite("Lines of several servers, and of alerts")
struct SeveralServerLinesTests {
    private static let event = SharingSamples.event(
        SharingSamples.received("price", on: "ticker", #"{"n":1}"#))
    private static let state = SharingSamples.event(
        SharingSamples.change(.initialized, .connecting, .asked))

    /// The lines of an event, of a report and of an alert, in a format.
    private static func lines(_ format: LineFormat, server: String? = "prod") -> [String] {
        var lines = PlainLines()
        var formatter = LineFormatter(format, server: server)
        formatter.append([Self.event, Self.event, Self.state], to: &lines)
        formatter.append(Self.alert(.warning, "alert"), to: &lines)
        formatter.append(Self.alert(.good, "alert_over"), to: &lines)
        return lines.string.split(separator: "\n").map(String.init)
    }

    private static func alert(_ outcome: EventDescription.Outcome, _ kind: String) -> LineNote {
        LineNote(
            at: SharingSamples.time, after: 7, kind, outcome, text: "slow: no event for 5s",
            facts: [JSONValue.Object.Member(key: "rule", value: .string("slow"))])
    }

    @Test("a row has the server after the time, and an alert is a row of the connection")
    func rows() {
        let rows = Self.lines(.rows(isColored: false)).map { $0.drop { $0 != " " }.dropFirst() }
        #expect(rows[0] == #"prod ticker price {"n":1}"#)
        #expect(rows[1] == rows[0])
        #expect(rows[2].hasPrefix("prod connection ~state initialized -> connecting"))
        #expect(rows[3] == "prod connection !alert slow: no event for 5s")
        #expect(rows[4] == "prod connection ~alert over slow: no event for 5s")
        let alone = Self.lines(.rows(isColored: false), server: nil)
        #expect(alone[0].hasSuffix(#" ticker price {"n":1}"#) && !alone[0].contains("prod"))
    }

    @Test("a sentence begins with the server")
    func sentences() {
        let sentences = Self.lines(.sentences)
        #expect(sentences.allSatisfy { $0.contains(" prod: ") }, "\(sentences)")
        #expect(sentences.suffix(2).first?.hasSuffix("prod: Alert: slow: no event for 5s.") == true)
    }

    @Test("a JSON line has the key server, the fast way and the other, and an alert is a line")
    func json() throws {
        let lines = Self.lines(.json)
        for line in lines {
            #expect(JSONValue.parse(line)?["server"]?.stringValue == "prod", "\(line)")
        }
        #expect(lines[0] == ReportLines.object(of: Self.event, server: "prod"))
        #expect(lines[2] == ReportLines.object(of: Self.state, server: "prod"))
        let alert = try #require(JSONValue.parse(lines[3]))
        #expect(alert["v"]?.intValue == 1)
        #expect(alert["number"]?.intValue == 7)
        #expect(alert["kind"]?.stringValue == "alert")
        #expect(alert["detail"]?.stringValue == "slow: no event for 5s")
        #expect(alert["rule"]?.stringValue == "slow")
        #expect(JSONValue.parse(lines[4])?["kind"]?.stringValue == "alert_over")
        #expect(!Self.lines(.json, server: nil)[0].contains("server"))
    }

    @Test("the column server is a dash if there is one server")
    func fields() throws {
        let format = LineFormat.fields(
            try LineField.list(parsing: "server,event,n,data"), isAligned: false)
        #expect(Self.lines(format)[0] == "prod\tprice\t1\t{\"n\":1}")
        #expect(Self.lines(format)[3] == "prod\talert\t-\tslow: no event for 5s")
        #expect(Self.lines(format, server: nil)[0].hasPrefix("-\tprice"))
    }
}
