import Foundation
import Testing

/// The arrows between modules, as `docs/architecture.md` draws them, and as the source does.
struct ImportTests {
    @Test("every import is one that the table of docs/architecture.md allows")
    func importsAreAllowed() throws {
        let allowed = try Self.table()
        var violations: [String] = []
        for (module, imports) in allowed where !imports.isEmpty || module != "TextScreen" {
            for file in try Repository.swiftFiles(below: "Sources/\(module)") {
                for imported in Self.imports(in: try Repository.text(file))
                where !imports.contains(where: { Self.matches($0, imported) }) {
                    violations.append("\(file) imports \(imported)")
                }
            }
        }
        #expect(violations == [])
    }

    @Test("every module of Sources has a row in the table, and every row a module")
    func tableIsComplete() throws {
        let modules = try Repository.entries(of: "Sources")
        #expect(try Self.table().keys.sorted() == modules.sorted())
    }

    @Test("nothing imports the program")
    func nothingImportsTheProgram() throws {
        let users = try Repository.swiftFiles(below: "Sources").filter {
            Self.imports(in: try Repository.text($0)).contains("buoy")
        }
        #expect(users == [])
    }

    /// Module → what it may import, from the table under "Modules and arrows".
    static func table() throws -> [String: [String]] {
        var table: [String: [String]] = [:]
        for line in try Repository.text("docs/architecture.md").split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5, cells[1].hasPrefix("`") else { continue }
            let modules = cells[1].split(separator: ",")
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            let imports = cells[3].split(separator: ",").map { cell in
                cell.prefix { $0 != "(" }.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
            for module in modules { table[module] = imports.filter { $0 != "–" } }
        }
        return table
    }

    private static func imports(in source: String) -> Set<String> {
        var imports: Set<String> = []
        for line in source.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                words[..<index].allSatisfy({ Self.importModifiers.contains(String($0)) })
            else { continue }
            imports.insert(String(words[index + 1].prefix { $0 != "." }))
        }
        return imports
    }

    private static let importModifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "@testable", "@_exported",
        "@preconcurrency",
    ]

    private static func matches(_ pattern: String, _ module: String) -> Bool {
        pattern.hasSuffix("*")
            ? module.hasPrefix(String(pattern.dropLast())) : pattern == module
    }
}
