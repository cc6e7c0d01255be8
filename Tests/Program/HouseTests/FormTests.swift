import Foundation
import Testing

/// The form that CONTRIBUTING.md asks for.
struct FormTests {
    @Test("no source file is longer than 400 lines")
    func fileLengths() throws {
        let long = try (Repository.swiftFiles(below: "Sources")).filter {
            try Repository.text($0).split(separator: "\n", omittingEmptySubsequences: false).count
                > 401
        }
        #expect(long == [])
    }

    @Test("no comment is wider than 100 columns")
    func commentWidths() throws {
        var wide: [String] = []
        for folder in ["Sources", "Tests", "docs/Examples"] {
            for file in try Repository.swiftFiles(below: folder) {
                let lines = try Repository.text(file).split(
                    separator: "\n", omittingEmptySubsequences: false)
                for (index, line) in lines.enumerated() where line.count > 100 {
                    guard line.drop(while: { $0 == " " }).hasPrefix("//") else { continue }
                    wide.append("\(file):\(index + 1)")
                }
            }
        }
        #expect(wide == [])
    }

    @Test("the product has no trap for what a peer, a user or a race can cause")
    func noTraps() throws {
        let traps = ["fatalError(", "try!", "preconditionFailure(", "assertionFailure("]
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources") {
            let text = try Repository.text(file)
            for trap in traps where text.contains(trap) { found.append("\(file): \(trap)") }
        }
        #expect(found == [])
    }

    @Test("unchecked claims about sharing stand only where the rules allow them")
    func uncheckedSendable() throws {
        let allowed = ["Sources/Base/Transport/", "Sources/Screen/CursesTerminal/"]
        let users = try Repository.swiftFiles(below: "Sources").filter { file in
            let text = try Repository.text(file)
            return text.contains("@unchecked Sendable")
                && !allowed.contains { file.hasPrefix($0) }
        }
        #expect(users == [])
    }

    @Test("groups of options are declared in commands, not in other groups")
    func optionGroups() throws {
        // The parser's own checks in debug builds quadruple with each level: see ConnectingCommand.
        // Those of features are listed in a group, so that the command names none of them.
        let list = "Sources/Program/FeatureList/FeatureArguments.swift"
        var found: [String] = []
        for file in try Repository.swiftFiles(below: "Sources") where file != list {
            var isGroup = false
            for line in SourceReading.code(try Repository.text(file)) {
                if line.contains("struct "), line.first?.isWhitespace == false {
                    isGroup =
                        line.contains(": ParsableArguments") || line.contains(": ServerOptions")
                }
                if isGroup, line.contains("@OptionGroup") { found.append("\(file): \(line)") }
            }
        }
        #expect(found == [])
    }

    @Test("no unfinished words stand in the product")
    func noUnfinishedWords() throws {
        let found = try Repository.swiftFiles(below: "Sources").filter {
            try Repository.text($0).contains(/\b(TODO|FIXME|XXX)\b/)
        }
        #expect(found == [])
    }
}
