import BuoyTestBasics
import Foundation
import Testing

/// The public interface of the libraries is recorded in `docs/dev/interface`, so that whoever
/// changes it sees the change in the diff.
@Suite(.inTurn)
struct InterfaceTests {
    private static let folder = "docs/dev/interface"

    @Test("docs/dev/interface says what each library declares in public")
    func digests() throws {
        let extractor = try SymbolGraphExtractor.ofThisBuild()
        let products = try LibraryProducts().products
        try #require(products.count == 11)
        for product in products
        where Integrations.areBuilt
            || !Integrations.modules.contains(product.name)
        {
            var text = """
                The public interface of the library \(product.name), from the compiler's symbol
                graph. RECORD_DOCS=1 swift test --filter HouseTests records it.

                """
            for (module, other) in product.shownElsewhere {
                text += "\nmodule \(module): see \(other).txt\n"
            }
            for module in product.modules {
                let graphs = try extractor.graphs(of: module.name)
                let lines = InterfaceDigest(graphs, where: module.shows).lines
                text += "\nmodule \(module.name)\n\n" + lines.map { $0 + "\n" }.joined()
            }
            try DocumentTests.expect("\(Self.folder)/\(product.name).txt", toBe: text)
        }
        let files = products.map { "\($0.name).txt" }.sorted()
        #expect(try Repository.entries(of: Self.folder) == files)
    }

    @Test("only ChannelsDiagnostics names the diagnostic types")
    func diagnosis() throws {
        let extractor = try SymbolGraphExtractor.ofThisBuild()
        let products = try LibraryProducts().products
        let known = try #require(
            products.first { $0.name == "ChannelsDiagnostics" }?.modules
                .first { $0.name == "ChannelsProtocol" })
        let types = InterfaceDigest(
            try extractor.graphs(of: known.name), where: known.shows
        ).typeNames
        try #require(types.contains("ClientReport") && !types.contains("ChannelName"))
        for product in products where product.name != "ChannelsDiagnostics" {
            let text = try Repository.text("\(Self.folder)/\(product.name).txt")
            let words = Set(text.matches(of: /\w+/).map { String($0.output) })
            #expect(words.isDisjoint(with: types), "\(product.name)")
        }
    }

    @Test("what the tables of the migration guide name instead is declared in public")
    func migration() throws {
        let digests = try Repository.entries(of: Self.folder).map {
            try Repository.text("\(Self.folder)/\($0)")
        }
        let known = Set(digests.joined().matches(of: /\w+/).map(\.output))
        // A word of Swift, and a header.
        let other: Set<Substring> = ["weak", "Origin"]
        var unknown: [String] = []
        for row in try Repository.text("\(GuideDocumentTests.articleFolder)/Migrating.md")
            .split(separator: "\n")
        where row.hasPrefix("| ") {
            let here = row.dropLast(2).components(separatedBy: " | ").last ?? ""
            for span in here.matches(of: /`([^`]+)`/) {
                // Neither strings nor names of the protocol's events and paths.
                let code = span.1.replacing(/"[^"]*"|pusher:\w+|\/\S+/, with: "")
                let words = code.matches(of: /[A-Za-z_]\w*/).map(\.output)
                unknown += words.filter { !known.contains($0) && !other.contains($0) }
                    .map { "\($0) in \(row)" }
            }
        }
        #expect(unknown == [])
    }

    @Test("every public symbol has a doc comment")
    func docComments() throws {
        let extractor = try SymbolGraphExtractor.ofThisBuild()
        let bare = try LibraryProducts().modules.flatMap { module in
            InterfaceDigest(try extractor.graphs(of: module)).undocumented.map { "\(module).\($0)" }
        }
        #expect(bare.sorted() == [])
    }

    @Test("a digest has a line for each declaration, each type before its members")
    func digest() throws {
        let graph = """
            {"symbols": [
              {"identifier": {"precise": "a.b"}, "kind": {"identifier": "swift.property"},
               "pathComponents": ["Change", "last"],
               "declarationFragments": [{"spelling": "var "}, {"spelling": "last: Int"}]},
              {"identifier": {"precise": "a.K"}, "kind": {"identifier": "swift.enum"},
               "pathComponents": ["Change", "Kind"],
               "declarationFragments": [{"spelling": "enum Kind"}], "docComment": {"lines": []}},
              {"identifier": {"precise": "a.K.x"}, "kind": {"identifier": "swift.enum.case"},
               "pathComponents": ["Change", "Kind", "x"],
               "declarationFragments": [{"spelling": "case x"}], "docComment": {"lines": []},
               "availability": [{"domain": "*", "isUnconditionallyDeprecated": true}]},
              {"identifier": {"precise": "a"}, "kind": {"identifier": "swift.struct"},
               "pathComponents": ["Change"],
               "declarationFragments": [{"spelling": "struct Change"}]}
            ], "relationships": [
              {"kind": "conformsTo", "source": "a", "target": "S",
               "targetFallback": "Swift.Sendable"},
              {"kind": "conformsTo", "source": "a", "target": "C",
               "targetFallback": "Swift.Copyable"},
              {"kind": "conformsTo", "source": "a.K", "target": "H",
               "targetFallback": "Swift.Hashable"},
              {"kind": "conformsTo", "source": "SS", "target": "T", "targetFallback": "Own.Text"},
              {"kind": "memberOf", "source": "m", "target": "SS", "targetFallback": "Swift.String"}
            ]}
            """
        let digest = InterfaceDigest([
            try JSONDecoder().decode(SymbolGraph.self, from: Data(graph.utf8))
        ])
        #expect(
            digest.lines == [
                "struct Change: Sendable",
                "Change: var last: Int",
                "Change: enum Kind: Hashable",
                "Change.Kind: @available(*, deprecated) case x",
                "extension String: Own.Text",
            ])
        #expect(digest.undocumented == ["Change", "Change.last"])
    }

    @Test("without the toolchain's tool, the interface is not in step: the reason is given")
    func missingTool() throws {
        let extractor = SymbolGraphExtractor(
            tool: "/nonexistent/swift", modules: try SymbolGraphExtractor.ofThisBuild().modules)
        let failure = #expect(throws: SymbolGraphExtractor.Failure.self) {
            try extractor.graphs(of: "Channels")
        }
        #expect(failure?.description.contains("It belongs to the toolchain") == true)
    }
}
