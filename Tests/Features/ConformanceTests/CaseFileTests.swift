import BuoyConformance
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
            CaseResult(id: cases[0].id, verdict: .passed, reason: "", frames: []),
            CaseResult(id: cases[1].id, verdict: .failed, reason: "a|b <x>\n", frames: []),
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
        #expect(
            report.lines(cases, recordings: [:]).contains("  S-102  FAILED   \(cases[1].title)"))
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
