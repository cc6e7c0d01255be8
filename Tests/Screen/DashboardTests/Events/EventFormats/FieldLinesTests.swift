import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

/// Parts of events as columns.
@Suite("columns of lines")
struct FieldLinesTests {
    private static func line(
        _ fields: String, _ kind: ClientReport.Kind, isAligned: Bool = false
    ) throws -> String {
        var lines = PlainLines()
        var writer = FieldLines(try LineField.list(parsing: fields), isAligned: isAligned)
        writer.append(SharingSamples.event(kind), to: &lines)
        return lines.string
    }

    private static let order = SharingSamples.received(
        "order", on: "shop",
        #"{"id":7,"time":"noon","items":[{"sku":"A 1"}],"note":"a\tb","empty":"","no":null}"#,
        from: "u1")

    @Test(
        "a column is a part of the event, or a value in its data",
        arguments: [
            ("time,number,kind", "14:02:32.456\t7\treceived"),
            ("channel,event,user", "shop\torder\tu1"),
            ("id,items[0].sku,data.time", "7\tA 1\tnoon"),
            ("missing,items[9],id.x", "-\t-\t-"),
            ("note,empty,no", #"a\tb"# + "\t\tnull"),
            ("items", #"[{"sku":"A 1"}]"#),
            ("size", "81"),
        ])
    func columns(fields: String, line: String) throws {
        #expect(try Self.line(fields, Self.order) == line)
    }

    @Test("a report has the columns that it has")
    func report() throws {
        let kind = ClientReport.Kind.memberAdded(
            ChannelName(wire: "presence-x"),
            PresenceMember(id: "u2", info: EventData(#"{"name":"Ana"}"#)))
        #expect(
            try Self.line("kind,channel,user,name,id", kind)
                == "member_added\tpresence-x\tu2\tAna\t-")
    }

    @Test("aligned columns grow with their values, and nothing is cut")
    func alignment() throws {
        var lines = PlainLines()
        var writer = FieldLines(try LineField.list(parsing: "a,b"), isAligned: true)
        let long = String(repeating: "x", count: 60)
        for value in ["1", "12345", "陳小明", "1", long, "1"] {
            let kind = SharingSamples.received("p", on: "t", EventData(#"{"a":"\#(value)","b":2}"#))
            writer.append(SharingSamples.event(kind), to: &lines)
        }
        let rows = lines.string.split(separator: "\n").map(String.init)
        #expect(rows[0] == "1  2")
        #expect(rows[1] == "12345  2")
        #expect(rows[2] == "陳小明  2")
        #expect(rows[3] == "1       2")
        #expect(rows[4] == long + "  2")
        #expect(rows[5] == "1" + String(repeating: " ", count: 41) + "2")
    }

    @Test(
        "what is not a column is refused",
        arguments: [("a,,b", "missing"), ("a b", "unknown column \"a b\""), ("", "missing")])
    func wrong(fields: String, words: String) {
        let error = #expect(throws: LineFieldError.self) { try LineField.list(parsing: fields) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
}
