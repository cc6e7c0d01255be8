import Foundation
import Testing

/// The table of commands as the source has it: every row is listed, and nothing switches over rows.
struct CommandRowTests {
    @Test("every row is in the list of its file")
    func rowsAreListed() throws {
        for file in try Repository.swiftFiles(below: "Sources/Screen/BuoyDashboard/Commands") {
            let text = try Repository.text(file)
            let lists = text.matches(of: /Commands: \[Command\] =([^\n]*\n)+?\n/)
                .map { String($0.output.0) }.joined()
            guard !lists.isEmpty else { continue }
            for row in text.matches(of: /static let (\w+): Command =/) {
                #expect(
                    lists.contains(try Regex("\\b\(row.output.1)\\b")),
                    "\(file) does not list \(row.output.1)")
            }
        }
    }

    @Test("nothing switches over commands, and effects are dispatched without a default")
    func noSwitches() throws {
        var effects = 0
        for floor in ["Screen", "Features", "Program"] {
            for file in try Repository.swiftFiles(below: "Sources/\(floor)") {
                let text = try Repository.text(file)
                #expect(!text.contains(/switch \(?(self\.)?command\b/), "\(file)")
                for match in text.matches(of: /switch effect \{(?:.|\n)*?\n        \}/) {
                    effects += 1
                    #expect(!match.output.contains("default:"), "\(file)")
                }
            }
        }
        #expect(effects >= 4)
    }
}
