import Testing

/// What GettingStarted.md of the library promises of the library's enums.
struct EvolutionTests {
    @Test("every public enum of the library may grow, or says that it is closed, and not both")
    func enums() throws {
        var undecided: [String] = []
        var count = 0
        for file in try Repository.swiftFiles(below: "Sources/Library") {
            let lines = try Repository.text(file).split(
                separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated()
            where line.contains(/^ *public (?:indirect )?enum\b/) {
                count += 1
                let before = lines[..<index].reversed().prefix { line in
                    let text = line.drop { $0 == " " }
                    return text.hasPrefix("///") || text.hasPrefix("@")
                }
                let grows = before.contains { $0.hasSuffix("@nonexhaustive") }
                let isClosed = before.contains { $0.contains("/// Closed: no case will be added.") }
                if grows == isClosed { undecided.append("\(file):\(index + 1)") }
            }
        }
        #expect(undecided == [])
        #expect(count > 30)
    }
}
