import Foundation
import TestBasics
import Testing

/// The public interface of the libraries is recorded in `docs/dev/interface`, so that whoever
/// changes it sees the change in the diff.
@Suite(.ownThread)
struct InterfaceTests {
    private static let folder = "docs/dev/interface"

    @Test("docs/dev/interface says what each library declares in public")
    func digests() throws {
        let extractor = try SymbolGraphExtractor.ofThisBuild()
        let products = try LibraryProducts().products
        try #require(products.count == 7)
        for product in products {
            var text = """
                The public interface of the library \(product.name), from the compiler's symbol
                graph. RECORD_DOCS=1 swift test --filter HouseTests records it.

                """
            for (module, other) in product.shownElsewhere {
                text += "\nmodule \(module): see \(other).txt\n"
            }
            for module in product.modules {
                let lines = InterfaceDigest(try extractor.graphs(of: module)).lines
                text += "\nmodule \(module)\n\n" + lines.map { $0 + "\n" }.joined()
            }
            try DocumentTests.expect("\(Self.folder)/\(product.name).txt", toBe: text)
        }
        let files = products.map { "\($0.name).txt" }.sorted()
        #expect(try Repository.entries(of: Self.folder) == files)
    }

    /// What has no doc comment so far. A name that has one by now has to be taken off the list.
    private static let undocumented: Set<String> = [
        "Channels.AuthEndpoint.init(url:parameters:headers:transport:)",
        "Channels.AuthField.init(_:_:)",
        "Channels.AuthField.name",
        "Channels.AuthField.value",
        "Channels.AuthHTTPRequest.body",
        "Channels.AuthHTTPRequest.init(method:url:headers:body:)",
        "Channels.Channel.name",
        "Channels.ChannelsOptions.clientVersion",
        "Channels.ChannelsOptions.init(appKey:host:port:path:usesTLS:authMethod:policy:)",
        "Channels.DecodedEvents.Iterator",
        "Channels.FrameRecord.Content",
        "Channels.FrameRecord.content",
        "Channels.FrameRecord.time",
        "Channels.Frames.Iterator",
        "Channels.PresenceUser.init(id:info:)",
        "Channels.UserData.init(id:info:watchlist:)",
        "ChannelsProtocol.ChannelAuthorization.init(auth:channelData:sharedSecret:)",
        "ChannelsProtocol.ClientEvent.kind",
        "ChannelsProtocol.ClientEvent.time",
        "ChannelsProtocol.DecryptionFailure.channel",
        "ChannelsProtocol.EventName.init(_:)",
        "ChannelsProtocol.Gap.Channel.name",
        "ChannelsProtocol.JSON.array(_:)",
        "ChannelsProtocol.JSON.bool(_:)",
        "ChannelsProtocol.JSON.null",
        "ChannelsProtocol.JSON.object(_:)",
        "ChannelsProtocol.JSON.string(_:)",
        "ChannelsProtocol.Member.id",
        "ChannelsProtocol.MemberDifference.joined",
        "ChannelsProtocol.MemberDifference.left",
        "ChannelsProtocol.ScheduledRetry.delay",
        "ChannelsProtocol.SharedSecret.init(base64:)",
        "ChannelsProtocol.SignedInUser.id",
        "ChannelsProtocol.StateChange.cause",
        "ChannelsProtocol.StateChange.current",
        "ChannelsProtocol.StateChange.previous",
        "ChannelsProtocol.UserAuthentication.init(auth:userData:)",
        "ChannelsTesting.ScriptedSubscription.channel",
        "PushNotifications.PushOptions.init(appKey:endpoint:stateFile:)",
        "PushProtocol.PushStatus.Operation.Kind.register",
        "PushProtocol.PushStatus.Operation.Kind.subscribe",
        "PushProtocol.PushStatus.Operation.Kind.unsubscribe",
        "PushProtocol.PushStatus.Operation.kind",
        "PushProtocol.PushStatus.Problem.time",
        "PushProtocol.PushStatus.Refusal.interest",
        "PushProtocol.PushStatus.Refusal.kind",
        "PushProtocol.PushStatus.Retry.time",
        "ChannelsProtocol.UserID.init(_:)",
        "ChannelsProtocol.WatchlistChange.userIDs",
    ]

    @Test("every public symbol has a doc comment")
    func docComments() throws {
        let extractor = try SymbolGraphExtractor.ofThisBuild()
        let modules = try LibraryProducts().products.flatMap(\.modules)
        let bare = try modules.flatMap { module in
            InterfaceDigest(try extractor.graphs(of: module)).undocumented.map { "\(module).\($0)" }
        }
        #expect(Set(bare).subtracting(Self.undocumented).sorted() == [])
        #expect(Self.undocumented.subtracting(bare).sorted() == [], "take these off the list")
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
