import Channels
import ChannelsTesting
import Testing

@testable import GreetingBot

/// The bot, tested with a server that the test plays.
@Suite(.timeLimit(.minutes(1)))
struct GreetingBotTests {
    // guide: testing-scene start
    /// A bot that has joined the lobby and greeted Ana there, and the server's end of its
    /// connection.
    private static func play(
        _ scene: (ScriptedServer, ScriptedConnection) async throws -> Void
    ) async throws {
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(
                appKey: "key", host: .cluster("eu"),
                authMethod: .inline(
                    secret: AppSecret("secret"), user: { _, _ in PresenceUser(id: "bot") }),
                policy: .fixed(.seconds(5))))
        async let running: Void = GreetingBot(client: client, channel: "lobby").run()
        let connection = try await server.nextAttempt().establish()
        try await connection.nextSubscription().confirm(members: [PresenceUser(id: "ana")])
        let greeting = try await connection.nextEvent()
        #expect(greeting.data.json?["text"] == "Welcome, ana!")
        try await scene(server, connection)
        await client.stop()
        try await running
    }
    // guide: testing-scene end

    // guide: testing-double start
    @Test("everybody who joins is greeted")
    func greeting() async throws {
        try await Self.play { _, connection in
            connection.addMember(PresenceUser(id: "björk"), to: "presence-lobby")
            let greeting = try await connection.nextEvent()
            #expect(greeting.name == "client-message")
            #expect(greeting.data.json?["text"] == "Welcome, björk!")
        }
    }
    // guide: testing-double end

    @Test("asked who is here, the bot lists everybody")
    func question() async throws {
        try await Self.play { _, connection in
            connection.publish(
                "client-who", on: "presence-lobby", data: EventData("{}"), from: "ana")
            let answer = try await connection.nextEvent()
            #expect(answer.data.json?["text"] == "Here: bot, ana")
        }
    }

    // guide: testing-clock start
    @Test("members who joined during a gap are greeted after it")
    func reconnection() async throws {
        try await Self.play { server, connection in
            connection.lose()
            try await server.clock.timer(of: .seconds(5))
            server.clock.advance(by: .seconds(5))
            let next = try await server.nextAttempt().establish()
            try await next.nextSubscription().confirm(
                members: [PresenceUser(id: "ana"), PresenceUser(id: "chen")])
            let greeting = try await next.nextEvent()
            #expect(greeting.data.json?["text"] == "Welcome, chen!")
        }
    }
    // guide: testing-clock end

    @Test("the events of 65 seconds may be missing")
    func gap() async throws {
        let server = ScriptedServer()
        let client = try server.client(
            ChannelsOptions(appKey: "key", host: .cluster("eu"), policy: .fixed(.seconds(5))))
        let gaps = client.gaps
        try await client.run {
            try await client.subscribe("orders")
            let connection = try await server.nextAttempt().establish()
            try await connection.nextSubscription().confirm()
            try await server.delivered()
            server.clock.advance(by: .seconds(60))
            connection.lose()
            try await server.clock.timer(of: .seconds(5))
            server.clock.advance(by: .seconds(5))
            try await server.nextAttempt().establish().nextSubscription().confirm()
            for await gap in gaps.prefix(1) {
                #expect(gap.channels.map(\.name) == ["orders"])
                #expect(gap.duration == .seconds(65))
            }
        }
    }
}
