import BuoyTestBasics
import Foundation
import Testing

/// The arrows between modules: as the manifest has them, as the sources have them, and as
/// `docs/architecture.md` shows them.
@Suite(.inTurn)
struct ImportTests {
    @Test("a module imports what the manifest says, all of it and nothing else")
    func importsAreDeclared() throws {
        for module in try Manifest().modules {
            let files = try Repository.swiftFiles(below: module.path)
            #expect(!files.isEmpty, "\(module.path)")
            let imports = try files.reduce(into: Set<String>()) {
                $0.formUnion(Self.imports(in: try Repository.text($1)))
            }
            #expect(
                imports.subtracting(Self.system(of: module.name)).sorted()
                    == module.imports.sorted(),
                "\(module.name)")
        }
    }

    @Test("every folder of a floor is a module, and every module stands on a floor")
    func floors() throws {
        #expect(try Repository.entries(of: "Sources") == Manifest.floors.sorted())
        let manifest = try Manifest()
        for floor in Manifest.floors {
            let modules = manifest.modules.filter { $0.floor == floor }.map(\.name)
            #expect(
                try Repository.entries(of: "Sources/\(floor)")
                    == (modules + (floor == "Base" ? manifest.systemModules : [])).sorted())
        }
    }

    @Test("imports lead down, or stay on the floor")
    func downwards() throws {
        let manifest = try Manifest()
        let level = { (name: String) in
            manifest[name].flatMap { Manifest.floors.firstIndex(of: $0.floor) } ?? 0
        }
        for module in manifest.modules {
            let upwards = module.imports.filter { level($0) > level(module.name) }
            #expect(upwards == [], "\(module.name)")
        }
    }

    @Test("a feature is imported by the list of features alone, and its name is a folder")
    func features() throws {
        let manifest = try Manifest()
        let features = manifest.modules.filter { $0.floor == "Features" }.map(\.name)
        #expect(!features.isEmpty)
        for module in manifest.modules where module.name != "BuoyFeatureList" {
            let imported = features.filter(module.imports.contains)
            #expect(imported == [], "\(module.name)")
        }
    }

    /// `.ci/portable` does the same for `ChannelsBasics` and `ChannelsTransport`, apart from the
    /// folders that a port of the library replaces.
    @Test("the library imports no system but Foundation")
    func portable() throws {
        for module in try Manifest().modules where module.floor == "Library" {
            for file in try Repository.swiftFiles(below: module.path) {
                let imports = Self.imports(in: try Repository.text(file))
                #expect(imports.isDisjoint(with: ["Glibc", "Dispatch"]), "\(file)")
            }
        }
    }

    @Test("no module needs itself by way of others")
    func circles() throws {
        let manifest = try Manifest()
        for module in manifest.modules {
            #expect(!manifest.closure(of: module.imports).contains(module.name), "\(module.name)")
        }
    }

    @Test("the table of docs/architecture.md has every module with its imports")
    func table() throws {
        let path = "docs/architecture.md"
        var text = try Repository.text(path)
        let manifest = try Manifest()
        var rows: [String] = []
        for module in manifest.byFloorFromTheTop {
            let start = "| `\(module.name)` | "
            let line = text.split(separator: "\n").first { $0.hasPrefix(start) }
            let purpose = line?.dropFirst(start.count).split(separator: "|").first
                .map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(purpose != nil, "say in \(path) what \(module.name) is for")
            let imports = module.imports.isEmpty ? "–" : module.imports.joined(separator: ", ")
            let row = start + "\(purpose ?? "") | \(imports) |"
            if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil, let line {
                text = text.replacingOccurrences(of: line, with: row)
            }
            rows.append(row)
        }
        if ProcessInfo.processInfo.environment["RECORD_DOCS"] != nil {
            try Data(text.utf8).write(to: Repository.root.appending(path: path))
        }
        let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Six floors") }
        let found = (section ?? "").split(separator: "\n").filter { line in
            manifest.modules.contains { line.hasPrefix("| `\($0.name)` | ") }
        }
        #expect(found.map(String.init) == rows, "RECORD_DOCS=1 swift test --filter ImportTests")
    }

    static func imports(in source: String) -> Set<String> {
        var imports: Set<String> = []
        for line in source.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                words[..<index].allSatisfy({ Self.importModifiers.contains(String($0)) })
            else { continue }
            let kinds: Set<Substring> = ["struct", "enum", "class", "func", "protocol", "var"]
            let name = words[kinds.contains(words[index + 1]) ? index + 2 : index + 1]
            imports.insert(String(name.prefix { $0 != "." }))
        }
        return imports
    }

    /// What comes with the toolchain or the system. Only one module has the whole of Foundation.
    private static func system(of module: String) -> Set<String> {
        let system: Set = [
            "Darwin", "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
        ]
        return module == "ChannelsFoundation" ? system.union(["Foundation"]) : system
    }

    private static let importModifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "@testable", "@_exported",
        "@preconcurrency",
    ]
}
