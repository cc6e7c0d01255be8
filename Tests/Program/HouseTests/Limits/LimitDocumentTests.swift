import BuoyTestBasics
import Foundation
import Testing

/// `docs/dev/limits.md`, which is made from `LimitTable`, with the values of the source.
@Suite("The table of limits")
struct LimitDocumentTests {
    @Test("docs/dev/limits.md has every bound, with the value in force")
    func document() throws {
        var document = try MadeDocument("docs/dev/limits.md")
        #expect(try document.staleParts([("inputs", try Self.inputs())]) == [])
    }

    @Test("every option has a row, by the name of its value")
    func options() throws {
        let text = try Repository.text("docs/cli.md")
        let known = Set(LimitTable.sections.flatMap(\.rows).flatMap(\.values))
        for match in text.matches(of: /\n\| `(-[^`]*) <([^>]*)>`/) {
            #expect(known.contains(String(match.2)), "no row for \(match.1) <\(match.2)>")
        }
    }

    @Test("every file and every body that is read has a row")
    func readers() throws {
        let bounds = LimitTable.sections.flatMap(\.rows).map(\.bound).joined()
        let read = try LimitConstants().ofReaders()
        #expect(read.count > 8)
        for name in read { #expect(bounds.contains("{\(name)}"), "no row for \(name)") }
    }

    @Test("every test that drives an input past its bound is there")
    func tests() throws {
        let files = try Repository.swiftFiles(below: "Tests")
        for row in LimitTable.sections.flatMap(\.rows) {
            let parts = row.test.split(separator: ".")
            let isThere = try files.contains { file in
                try file.hasSuffix("/\(parts[0]).swift")
                    && Repository.text(file).contains("func \(parts[1])(")
            }
            #expect(isThere, "\(row.input): no test \(row.test)")
        }
    }

    private static func inputs() throws -> String {
        let values = try LimitConstants()
        var lines: [String] = []
        for section in LimitTable.sections {
            lines += ["## \(section.title)", "", "| input | bound | then | test |"]
            lines.append("| --- | --- | --- | --- |")
            for row in section.rows {
                let bound = try values.filling(row.bound)
                lines.append("| \(row.input) | \(bound) | \(row.then) | `\(row.test)` |")
            }
            lines.append("")
        }
        return lines.dropLast().joined(separator: "\n")
    }
}
