import BuoyServers
import BuoyStage
import BuoyTestBasics
import Channels
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsSigning
import Testing

/// A sandbox, an observer of a presence channel, and bots beside it.
private struct LiveStage {
    let observer: ChannelsClient
    let bots: BotRunner
    let events: ClientStream<ClientReport>
    let channel: ChannelName

    static let channel = ChannelName(wire: "presence-stage")

    /// Hands a stage to the test, and ends everything.
    static func run(
        _ edit: (inout ChannelsOptions) -> Void = { _ in },
        _ test: (LiveStage, inout ClientStream<ClientReport>.AsyncIterator) async throws -> Void
    ) async throws {
        var sandboxOptions = SandboxOptions()
        sandboxOptions.hasBots = false
        let sandbox = SandboxServer(options: sandboxOptions)
        try await sandbox.start()
        let port = try #require(await sandbox.port)
        var options = ChannelsOptions(
            appKey: SandboxApp.standardKey, host: .host("127.0.0.1"), port: port, usesTLS: false,
            authMethod: .endpoint(
                AuthEndpoint(
                    url: "http://127.0.0.1:\(port)/pusher/auth",
                    parameters: [RequestField("user_id", "me")])))
        options.route.proxy = .none
        let observer = try ChannelsClient(options)
        edit(&options)
        let stage = LiveStage(
            observer: observer, bots: BotRunner(options), events: observer.reports,
            channel: Self.channel)
        async let running: Void = observer.run()
        async let bots: Void = stage.bots.run()
        await observer.subscribe(Self.channel)
        await observer.connect()
        var events = stage.events.makeAsyncIterator()
        _ = await Self.next(&events) { if case .membersReplaced = $0 { true } else { nil } }
        let result: Result<Void, any Error>
        do { result = .success(try await test(stage, &events)) } catch { result = .failure(error) }
        await stage.bots.stop()
        await observer.stop()
        await bots
        await running
        await sandbox.stop()
        try result.get()
    }

    func order(_ line: String) async throws {
        await self.bots.perform(BotRequest(try BotLine.order(line), on: self.channel))
    }

    /// The next report for which there is a value.
    static func next<Value>(
        _ events: inout ClientStream<ClientReport>.AsyncIterator,
        _ value: (ClientReport.Kind) -> Value?
    ) async -> Value? {
        while let event = await events.next() {
            if let found = value(event.kind) { return found }
        }
        return nil
    }
}

/// Who joined or left, and who said what.
private enum Change: Hashable {
    case joined(String)
    case left(String)
    case said(String, String)

    init?(_ kind: ClientReport.Kind) {
        switch kind {
        case .memberAdded(_, let member): self = .joined(member.id.text)
        case .memberRemoved(_, let member): self = .left(member.id.text)
        case .received(let event) where event.name == StageEvents.message:
            self = .said(event.userID?.text ?? "", event.data.json?["text"]?.stringValue ?? "")
        default: return nil
        }
    }
}

@Suite("Bots with connections to a sandbox", .inTurn)
struct BotRunnerTests {
    @Test("they join, speak, drop out and come back, and leave")
    func life() async throws {
        try await LiveStage.run { stage, events in
            try await stage.order("add")
            #expect(await LiveStage.next(&events, Change.init) == .joined("bot-ben"))
            try await stage.order("say Ben Hello")
            #expect(await LiveStage.next(&events, Change.init) == .said("bot-ben", "Hello"))
            try await stage.order("flap")
            #expect(await LiveStage.next(&events, Change.init) == .left("bot-ben"))
            #expect(await LiveStage.next(&events, Change.init) == .joined("bot-ben"))
            try await stage.order("calm")
            try await stage.order("leave")
            #expect(await LiveStage.next(&events, Change.init) == .left("bot-ben"))
        }
    }

    @Test(
        "a second connection is no arrival, and the user leaves with the last one")
    func twins() async throws {
        try await LiveStage.run { stage, events in
            try await stage.order("add")
            #expect(await LiveStage.next(&events, Change.init) == .joined("bot-ben"))
            try await stage.order("twin")
            // Sent on the second connection, once it is subscribed.
            try await stage.order("say Ben Twice")
            #expect(await LiveStage.next(&events, Change.init) == .said("bot-ben", "Twice"))
            try await stage.order("leave")
            try await stage.order("say Ben Once")
            #expect(await LiveStage.next(&events, Change.init) == .said("bot-ben", "Once"))
            try await stage.order("remove")
            #expect(await LiveStage.next(&events, Change.init) == .left("bot-ben"))
        }
    }

    @Test("a secret signs for them too")
    func secret() async throws {
        try await LiveStage.run {
            $0.authMethod = .inline(secret: SandboxApp.standard.secret)
        } _: { stage, events in
            try await stage.order("add Zoë")
            #expect(await LiveStage.next(&events, Change.init) == .joined("bot-zoë"))
        }
    }

    @Test("an endpoint that refuses them is told, and they are gone")
    func refused() async throws {
        try await LiveStage.run {
            $0.authMethod = .endpoint(AuthEndpoint(url: "http://127.0.0.1:9/nobody"))
        } _: { stage, _ in
            try await stage.order("add")
            var remark: BotReport.Remark?
            for await report in stage.bots.reports {
                guard let found = report.remark else { continue }
                remark = found
                #expect(report.bots.isEmpty)
                break
            }
            #expect(remark?.isProblem == true)
            #expect(remark?.text.hasPrefix("the bot Ben was refused: ") == true)
        }
    }

    @Test("without a signature there are none, and what to do is said")
    func access() {
        let options = ChannelsOptions(appKey: "k", host: .host("127.0.0.1"))
        guard case .missing(let advice) = BotRunner(options).access else {
            Issue.record("bots need signatures")
            return
        }
        #expect(advice.contains("--secret-file") && advice.contains("--auth-endpoint"))
    }
}
