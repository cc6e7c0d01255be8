import BuoyLaboratory
import BuoyScripts
import BuoyTestBasics
import BuoyTextScreen
import Testing

/// docs/lab.md shows what the laboratory draws. `RECORD_DOCS=1` draws it again.
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
        [
            ("recordings", LibraryRecordingTable.text),
            ("capacity", Self.block(Self.comparison)),
        ]
    }

    /// Some rows of `buoy lab restart --clients 500 --capacity '25/s backlog=200'`, and its
    /// conclusions.
    private static var comparison: [String] {
        let report = LabReport(
            FaultScript.named("restart") ?? FaultScript.all[0], LabProfile.returning,
            clients: 500, jitters: [true], seed: 1,
            capacity: LabCapacity(perSecond: 25, backlog: 200))
        let names = [
            "jitter", "standard", "pusher-js", "pusher-swift", "pusher-java", "pysher", "fixed",
        ]
        let lines = Self.chart.lines(report, hasGraphs: false)
        let conclusions = lines.firstIndex { $0.hasPrefix("Fastest") } ?? lines.endIndex
        return lines.filter { names.contains(String($0.split(separator: " ").first ?? "")) }
            + [""] + lines[conclusions...]
    }

    @Test("its charts and figures are what the laboratory draws")
    func charts() throws {
        var document = try MadeDocument("docs/lab.md")
        let stale = try document.staleParts(Self.parts)
        #expect(stale == [], "RECORD_DOCS=1 swift test --filter LabDocument")
    }
}
