import BuoyDashboardTesting
import Foundation
import Testing

/// Golden screens that no test asks for would be read and kept for nothing.
@Suite("The folder of golden screens")
struct ScreenFolderTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    private static func files(in folder: URL, ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(ending) }.sorted()
    }

    private static func screens() throws -> [String] {
        try Self.files(in: Self.folder.appending(path: "Screens"), ending: ".screen")
    }

    /// Any text between quotation marks. Part of it may be worked out: `layout-\(name)`.
    private static func literals() throws -> Set<String> {
        let sources = try Self.files(in: Self.folder, ending: ".swift").map { file in
            try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        }
        return Set(
            sources.flatMap { source in
                source.matches(of: /"([a-z0-9-]+(?:\\\([^()"]*\))?)"/).map { String($0.1) }
            })
    }

    @Test("every golden screen has a test that asks for it")
    func orphans() throws {
        let literals = try Self.literals()
        let beginnings = literals.compactMap { literal in
            literal.firstIndex(of: "\\").map { String(literal[..<$0]) }
        }
        let orphans = try Self.screens().filter { file in
            guard !file.hasPrefix("matrix-") else { return false }
            let name = String(file.prefix { $0 != "." })
            return !literals.contains(name)
                && !beginnings.contains { name.hasPrefix($0) && $0.count > 3 }
        }
        #expect(orphans.isEmpty)
    }

    @Test("the screens of the table are those that it has")
    func table() throws {
        let found = try Self.screens().filter { $0.hasPrefix("matrix-") }
        #expect(found == ScreenMatrixTests.recorded.map(\.file).sorted())
    }
}
