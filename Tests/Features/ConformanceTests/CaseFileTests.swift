import BuoyConformance
import BuoyProtocolCases
import BuoyTestBasics
import ChannelsProtocol
import Foundation
import Testing

@Suite("Cases")
struct CaseFileTests {
    @Test("numbers are unique, and cases come after those they need") func numbers() throws {
        let cases = try CaseFile.builtIn()
        #expect(Set(cases.map(\.id)).count == cases.count)
        let ids = Set(cases.map(\.id))
        for entry in cases {
            #expect(ids.isSuperset(of: entry.after), "\(entry.id)")
        }
    }

    @Test(
        "a mistake is named with its line",
        arguments: [
            (
                "level = \"must\"", "level = \"always\"",
                "cases.toml, line 7: unknown level \"always\""
            ),
            ("a connect", "a conect", "cases.toml, line 9: unknown step \"conect\""),
            ("rule =", "rules =", "cases.toml, line 5: unknown key \"rules\""),
            ("id = \"S-1\"", "id = \"X-1\"", "cases.toml, line 2: id must be S-NUMBER or C-NUMBER"),
        ])
    func mistakes(_ right: String, _ wrong: String, _ error: String) throws {
        #expect(try CaseFile.cases(Self.file, path: "cases.toml").map(\.id) == ["S-1"])
        let failure = #expect(throws: CaseFile.Failure.self) {
            try CaseFile.cases(Self.file.replacing(right, with: wrong), path: "cases.toml")
        }
        #expect(failure?.description.hasPrefix(error) == true, "\(failure?.description ?? "")")
    }

    private static let file = """
        [[case]]
        id = "S-1"
        area = "Own"
        title = "A rule of our own"
        rule = "The rule."
        source = "Our protocol"
        level = "must"
        steps = '''
        a connect
        '''
        """
}

@Suite("Reports of conformance")
struct ConformReportTests {
    @Test("a report is read again as it was saved, and others' words stay in their cell")
    func report() throws {
        let cases = Array(try CaseFile.builtIn().prefix(2))
        let results = [
            CaseResult(id: cases[0].id, verdict: .passed, reason: ""),
            CaseResult(id: cases[1].id, verdict: .failed, reason: "a|b <x>\n"),
        ]
        let report = ConformReport(
            "server", subject: "X", software: "1.0", date: "2026-01-02", program: "buoy", cases,
            results)
        #expect(report.summary == "1 passed, 1 failed")
        #expect(report.hasFailed)
        let again = try ConformReport(report.json)
        #expect(again.rows == report.rows)
        let page = ConformTable(cases, [again]).text
        #expect(page.contains("| X (1.0) | 2026-01-02 | 1 passed, 1 failed |"))
        #expect(page.contains(#"- S-102: a\|b &lt;x>\u{A}"#) || page.contains(#"a\|b &lt;x>"#))
        let lines = report.lines(cases, recordings: [cases[1].id: "buoy replay x.har"])
        #expect(
            lines.prefix(3) == [
                "Handshake  1 passed, 1 failed", "  FAILED  S-102  \(cases[1].title)",
                "          a|b <x>",
            ])
        #expect(lines.contains("          buoy replay x.har"))
        #expect(lines.last == "X (1.0): 1 passed, 1 failed")
    }

    @Test("cases that were not run for the same reason share a line") func skipped() throws {
        let cases = Array(try CaseFile.builtIn().prefix(3))
        let results = cases.map { CaseResult(id: $0.id, verdict: .skipped, reason: "why") }
        let report = ConformReport(
            "server", subject: "X", software: "", date: "", program: "", cases, results)
        #expect(
            report.lines(cases, recordings: [:])
                == [
                    "Handshake  3 not run", "  not run S-101, S-102, S-103: why", "",
                    "X: 3 not run",
                ])
    }
}

@Suite("The page of conformance")
struct ConformancePageTests {
    @Test("the page has the results of its folder") func page() throws {
        let folder = SourceTree.root.appending(path: "docs/conformance").path
        let table = ConformTable(try CaseFile.builtIn(), try ConformTable.reports(in: folder))
        var page = try MadeDocument("docs/conformance.md")
        let stale = try page.staleParts([("results", table.text)])
        #expect(stale == [], "RECORD_DOCS=1 swift test --filter ConformancePageTests")
    }
}
