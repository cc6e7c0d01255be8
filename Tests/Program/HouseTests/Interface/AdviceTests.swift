import BuoyTestBasics
import Testing

/// What people type that does not compile: the compiler's own message is the advice.
@Suite(.ownThread)
struct AdviceTests {
    @Test("the compiler names what a name has become")
    func advice() throws {
        let source = """
            import Channels
            import ChannelsHTTPAPI
            import ChannelsPushNotifications
            func types(_: Channel, _: JSON, _: JSONObject, _: Member, _: Members) {}
            func others(_: Binding, _: Problem, _: Gap, _: Timestamp, _: AuthField) {}
            func events(_: ChannelEvent, _: ClientEvent) {}
            func reports(_ client: ChannelsClient) async {
                for await event in client.events { print(event.kind) }
            }
            func batches(_ client: ChannelsClient) async {
                for await batch in client.eventBatches { print(batch) }
            }
            func states(_ client: ChannelsClient) async {
                for await change in client.states { print(change.current) }
            }
            func api(_ host: ChannelsHost, _ secret: AppSecret) {
                _ = ChannelsAPIOptions(appID: "1", key: "k", secret: secret, host: host)
            }
            func push(_ options: PushOptions) { print(options.usesProxies) }
            func failed(_ error: ChannelsAPIError) -> Bool { error.kind == .cancelled }
            """
        let renamed = [
            ("Channel", "ChannelsClient.Channel"), ("JSON", "JSONValue"),
            ("JSONObject", "JSONValue.Object"), ("Member", "PresenceMember"),
            ("Members", "PresenceMembers"), ("Binding", "EventBinding"),
            ("Problem", "ReportedProblem"), ("Gap", "ConnectionGap"),
            ("Timestamp", "ChannelsTimestamp"), ("AuthField", "RequestField"),
            ("ChannelEvent", "ChannelsEvent"), ("ClientEvent", "ClientReport"),
            ("eventBatches", "reportBatches"),
            ("init(appID:key:secret:host:)", "init(appID:appKey:secret:host:)"),
        ].map { "'\($0.0)' has been renamed to '\($0.1)'" }
        let told = [
            "'kind' is unavailable: the client's reports are in client.reports",
            "'current' is unavailable: client.states yields states; use client.stateChanges",
            "'usesProxies' is unavailable: set proxy to .environment or .none",
            "'cancelled' is unavailable: a cancelled call throws CancellationError",
        ]
        let errors = try SymbolGraphExtractor.ofThisBuild().errors(in: source)
        #expect(Set(errors) == Set(renamed + told))
    }

    @Test("names of an app and of SwiftNIO are in nobody's way")
    func noCollision() throws {
        let source = """
            import Channels
            import Logging
            import NIOCore
            struct JSON {}
            struct Member { var json = JSON() }
            func close(_ channel: any Channel, _ event: ChannelEvent, _ member: Member) {}
            func leave(_ channel: ChannelsClient.Channel) async { await channel.unsubscribe() }
            """
        #expect(try SymbolGraphExtractor.ofThisBuild().errors(in: source) == [])
    }
}
