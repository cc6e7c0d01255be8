import Testing

/// The files, folders and types that documents for maintainers name, compared with the sources.
struct NamedSourceTests {
    /// Names in the documents that stand for something outside of the sources, or for any name.
    private static let others: Set = [
        "NAMEPane", "NAMETests", "Package.swift",
    ]

    private static let files = Result {
        try Repository.swiftFiles(below: "Sources") + Repository.swiftFiles(below: "Tests")
    }

    @Test(
        "every type, file and folder that a document for maintainers names is there",
        arguments: ["docs/architecture.md", "docs/dev/guide.md"])
    func names(path: String) throws {
        let files = try Self.files.get()
        let system = try Repository.entries(of: "Sources/Base")
        let folders = Set(files.flatMap { $0.split(separator: "/").dropLast().map(String.init) })
            .union(system)
        let stems = Set(
            files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first }
                .map(String.init))
        let words = try Self.declaredWords(files)
        let named = try Repository.text(path).matches(of: /`([A-Za-z]\w*(?:[\/+.]\w+)*)`/)
        var missing: Set<String> = []
        for name in named.map({ String($0.1) }) where !Self.others.contains(name) {
            guard name.first?.isUppercase == true, name.contains(where: \.isLowercase),
                !name.contains("/NAME")
            else { continue }
            let isThere =
                if name.contains("/") || name.hasSuffix(".swift") {
                    files.contains { "/\($0)".contains("/\(name)") }
                } else {
                    stems.contains(name) || folders.contains(name)
                        || name.split(whereSeparator: { ".+".contains($0) }).allSatisfy {
                            words.contains(String($0))
                        }
                }
            if !isThere { missing.insert(name) }
        }
        #expect(missing.sorted() == [])
    }

    /// The words that declarations introduce.
    private static func declaredWords(_ files: [String]) throws -> Set<String> {
        var words: Set<String> = []
        for file in files {
            let declarations = try Repository.text(file).matches(
                of: /\b(?:struct|class|enum|actor|protocol|typealias|case|func|let|var) (\w+)/)
            words.formUnion(declarations.map { String($0.1) })
        }
        return words
    }
}
