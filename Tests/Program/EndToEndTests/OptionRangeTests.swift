import BuoyTestBasics
import BuoyTestSupport
import Foundation
import Testing

/// Every option that takes a number or a time, from docs/cli.md, past whatever its range is.
@Suite("Values that no option takes", .inTurn)
struct OptionRangeTests {
    private static let values = [
        "time": ["999999999d", "-5s", "soon"], "number": ["99999999999999999999", "-1"],
        "count": ["99999999999999999999", "-1"],
        "port": ["65536"], "rate": ["1e400/s"], "seed": ["x"], "days": ["-1"],
        "seconds": ["99999999999999999999"],
    ]

    /// What commands want besides.
    private static let needed = [
        "trigger": ["c", "e", "{}"], "once": ["c"], "users": ["presence-x"],
        "terminate": ["u", "--yes"], "replay": ["/dev/null"], "history": ["/dev/null"],
        "report": ["/dev/null"], "compare": ["a", "b", "c"], "proxy": ["localhost:1"],
    ]

    @Test("numbers and times out of range are wrong usage")
    func numbers() throws {
        let file = SourceTree.root.appending(path: "docs/cli.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        var count = 0
        for row in text.matches(of: /\n\| `[^`]*(--[a-z-]+) <([^>]*)>` \| `([^`]*)`/) {
            let command = row.3 == "buoy" ? "" : String(row.3)
            for value in Self.values[String(row.2)] ?? [] {
                let words = command.split(separator: " ").map(String.init)
                let run = try Run(words + (Self.needed[command] ?? []) + ["\(row.1)=\(value)"])
                #expect(run.status == 2, "buoy \(command) \(row.1)=\(value): \(run.errors)")
                count += 1
            }
        }
        #expect(count > 50)
    }
}
