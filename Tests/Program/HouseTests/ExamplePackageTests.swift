import BuoyTestBasics
import Foundation
import Testing

/// The examples are packages that can be copied.
@Suite(.ownThread)
struct ExamplePackageTests {
    /// What `swift package dump-package` says, as far as it matters here.
    private struct Description: Decodable {
        struct Target: Decodable {
            let name: String
            let type: String
        }
        let name: String
        let targets: [Target]
    }

    private static let folder = "docs/Examples"

    /// Those that the manifest of this package builds too; servers with other packages are built by
    /// `.ci/examples`.
    private static func examples() throws -> [String] {
        try Repository.entries(of: self.folder).filter { example in
            try example != "README.md"
                && Repository.entries(of: "\(self.folder)/\(example)").contains("Tests")
        }
    }

    @Test("each has a manifest that can be read, and says what to write in another place")
    func manifests() throws {
        let examples = try Self.examples()
        try #require(examples.count >= 3)
        for example in examples {
            let path = "\(Self.folder)/\(example)"
            let description = try Self.description(of: path)
            #expect(description.name == example)
            #expect(
                description.targets.map { "\($0.name): \($0.type)" }.sorted()
                    == ["\(example): executable", "\(example)Tests: test"])
            let text = try Repository.text("\(path)/Package.swift")
            let trait = text.firstMatch(of: /path: "\.\.\/\.\.\/\.\.", traits: (\[.*\])\)/)?.1
            let traits = try #require(trait, "\(path)")
            #expect(text.contains(#"// .package(url: "URL OF THIS REPOSITORY", "#))
            #expect(text.contains("traits: \(traits)),\n        .package(name: \"buoy\", "))
        }
    }

    @Test("each depends on the same products as in the manifest of this package")
    func products() throws {
        let manifest = try Repository.text("Package.swift")
        for example in try Self.examples() {
            let list = manifest.firstMatch(
                of: try Regex(
                    "\n    \"\(example)\": \\[([^\\]]*)\\]", as: (Substring, Substring).self))
            let ours = try #require(list?.1, "\(example)").matches(of: /"(\w+)"/).map(\.1)
            let text = try Repository.text("\(Self.folder)/\(example)/Package.swift")
            let program = try #require(text.components(separatedBy: ".testTarget(").first)
            let theirs = program.matches(of: /\.product\(name: "(\w+)", package: "buoy"\)/)
            #expect(ours == theirs.map(\.1))
        }
    }

    private static func description(of path: String) throws -> Description {
        let (process, output, scratch) = (Process(), Pipe(), try TestFolder())
        defer { withExtendedLifetime(scratch) {} }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path",
            Repository.root.appending(path: path).path(percentEncoded: false),
            "--scratch-path", scratch.path, "dump-package",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Description.self, from: text)
    }
}
