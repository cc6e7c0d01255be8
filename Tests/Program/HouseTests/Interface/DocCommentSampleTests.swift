import BuoyTestBasics
import Testing

/// The code in doc comments of the libraries compiles, as an app would type it.
@Suite(.enabled(if: Integrations.areBuilt, "They need BUOY_INTEGRATIONS=1."), .inTurn)
struct DocCommentSampleTests {
    /// What the samples have at hand: each is the body of a function.
    private static let context = """
        import Channels
        import ChannelsConfiguration
        import ChannelsDiagnostics
        import ChannelsHTTPAPI
        import ChannelsMetrics
        import ChannelsServiceLifecycle
        import ChannelsTesting
        import ChannelsTracing
        import Configuration
        import Logging
        import ChannelsPushNotifications
        import ServiceLifecycle
        import ChannelsWebhooks
        struct Order: Decodable { var id: Int }
        struct MyService: Service {
            init(_ client: ChannelsClient) {}
            func run() async throws {}
        }
        actor Shop {
            var orders: [Int] = []
            func handle(_ event: ReceivedEvent) {}
        }

        """
    private static let parameters = """
        _ client: ChannelsClient, _ api: ChannelsAPI, _ orders: ChannelsClient.Channel,
        _ lobby: ChannelsClient.Channel, _ ticker: ChannelsClient.Channel,
        _ event: ReceivedEvent, _ member: PresenceMember, _ shop: Shop, _ logger: Logger,
        _ text: String, _ token: String, _ secret: String, _ body: [UInt8],
        _ headers: [String: String], _ contentType: String?, _ prices: AsyncStream<Int>,
        _ store: @escaping @Sendable (Int) async throws -> Void, _ server: ScriptedServer,
        _ connection: ScriptedConnection
        """
    /// Those of the package itself, which no app can see.
    private static let inside = ["ClientStateMachine.swift"]

    @Test("every sample in a doc comment of a library compiles")
    func samples() throws {
        let manifest = try Manifest()
        let files = try LibraryProducts().modules.flatMap {
            try Repository.swiftFiles(below: manifest.path(of: $0))
        }.filter { file in !Self.inside.contains { file.hasSuffix("/\($0)") } }
        let samples = try files.flatMap { Self.samples(in: try Repository.text($0)) }
        try #require(samples.count >= 20)
        let functions = samples.enumerated().map { index, sample in
            "func sample\(index)(\(Self.parameters)) async throws {\n\(sample)\n}\n"
        }
        let source = Self.context + functions.joined()
        #expect(try SymbolGraphExtractor.ofThisBuild().errors(in: source) == [], "\(source)")
    }

    @Test("a sample is what stands between the fences, without the slashes")
    func reading() {
        let text = """
            /// It is used so:
            /// ```swift
            /// for a in b {
            ///     print(a)
            /// }
            /// ```
            /// ```
            /// not this
            /// ```
                /// ```swift
                ///
                /// c()
                /// ```
            """
        #expect(Self.samples(in: text) == ["for a in b {\n    print(a)\n}", "\nc()"])
    }

    private static func samples(in text: String) -> [String] {
        var samples: [String] = []
        var open: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let comment = line.firstMatch(of: /^ *\/\/\/ ?(.*)$/)?.1 else {
                open = nil
                continue
            }
            if comment == "```swift" {
                open = []
            } else if comment == "```", let lines = open {
                samples.append(lines.joined(separator: "\n"))
                open = nil
            } else {
                open?.append(comment)
            }
        }
        return samples
    }
}
