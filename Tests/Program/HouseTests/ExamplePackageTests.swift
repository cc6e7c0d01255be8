import BuoyTestBasics
import Foundation
import Testing

/// The examples are packages that can be copied; `.ci/examples` builds and runs them.
@Suite(.inTurn)
struct ExamplePackageTests {
    private static let folder = "docs/Examples"

    private static let examples = Result { try Repository.folders(of: folder) }

    @Test("each is a package with one program, and perhaps tests")
    func packages() throws {
        for example in try Self.examples.get() {
            let package = try PackageDump(of: "\(Self.folder)/\(example)")
            #expect(package.name == example)
            let tests = try Repository.entries(of: "\(Self.folder)/\(example)").contains("Tests")
            #expect(
                package.targets.map { "\($0.name): \($0.type)" }.sorted()
                    == ["\(example): executable"] + (tests ? ["\(example)Tests: test"] : []))
        }
    }

    @Test("each depends on this folder, and says what to write in another place")
    func dependencies() throws {
        for example in try Self.examples.get() {
            let manifest = try Repository.text("\(Self.folder)/\(example)/Package.swift")
            let dependency = manifest.firstMatch(
                of: /\n( *)\.package\(name: "buoy", path: "..\/..\/..", traits: (\[.*\])\)/)
            let (whole, indentation, traits) = try #require(dependency?.output, "\(example)")
            let before = manifest[..<whole.startIndex].split(separator: "\n").suffix(2)
            #expect(
                before.first
                    == "\(indentation)// In your own package, with a clone of buoy beside it:")
            #expect(
                before.last
                    == "\(indentation)// .package(path: \"../buoy\", traits: \(traits)),")
        }
    }

    @Test("the table of the examples lists each")
    func table() throws {
        let table = try Repository.text("docs/README.md")
        let examples = try Self.examples.get()
        try #require(examples.count >= 9)
        for example in examples {
            let path = "Examples/\(example)/Sources/\(example)/"
            #expect(table.contains("\n| [\(example)](\(path)"), "\(example)")
        }
    }
}
