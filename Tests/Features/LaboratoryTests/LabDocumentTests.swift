import Laboratory
import Scripts
import TestBasics
import Testing
import TextScreen

/// docs/reconnection-lab.md shows what the laboratory draws. `RECORD_DOCS=1` draws it anew.
@Suite("The document about the laboratory")
struct LabDocumentTests {
    private static let chart = LabChart(.unicode, width: 100)

    private static func block(_ lines: [String]) -> String {
        // Documents have no spaces at the ends of lines.
        let trimmed = lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        return (["```text"] + trimmed + ["```"]).joined(separator: "\n")
    }

    private static var parts: [(name: String, text: String)] {
        guard let profile = LabProfile.named("pusher-js"),
            let script = FaultScript.named("long-restart")
        else { return [] }
        let report = LabReport(script, [profile], clients: 200, jitters: [true], seed: 1)
        return [
            ("herd pusher-js", Self.block(Self.chart.lines(report))),
            ("recordings", LibraryRecordingTable.text),
        ]
    }

    @Test("its charts and figures are what the laboratory draws")
    func charts() throws {
        var document = try MadeDocument("docs/reconnection-lab.md")
        let stale = try document.staleParts(Self.parts)
        #expect(stale == [], "RECORD_DOCS=1 swift test --filter LabDocument")
    }
}
