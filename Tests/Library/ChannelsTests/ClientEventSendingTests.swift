import BuoyTestBasics
import BuoyTestSupport
import Channels
import ChannelsProtocol
import Testing

@Suite("Client events: queued, limited, refused", .inTurn)
struct ClientEventSendingTests {
    private static let method = AuthMethod.inline(secret: AppSecret("s"))
    private static let channel = ChannelName(wire: "private-a")

    private static func sent(_ connection: ScriptedConnection) async -> String? {
        guard case .event(let event)? = await connection.heard() else { return nil }
        return event.data.text
    }

    @Test("what is triggered before the confirmation goes out after it, in order")
    func queued() async throws {
        try await ClientScene(authMethod: Self.method).play { scene in
            let channel = try await scene.client.subscribe("private-a")
            for number in 1...3 {
                let outcome = try await channel.trigger("client-x", data: EventData("\(number)"))
                #expect(outcome == .queued)
            }
            #expect(await scene.client.clientEventMeter.waiting == 3)
            let connection = await scene.establish()
            await scene.confirm(connection)
            #expect(try await channel.trigger("client-x", data: "4") == .sent)
            await #expect(throws: ChannelsError.clientEvent(.nameWithoutPrefix("x"))) {
                try await channel.trigger("x", data: "5")
            }
            for number in 1...4 { #expect(await Self.sent(connection) == "\(number)") }
            let meter = await scene.client.clientEventMeter
            #expect(meter == ClientEventMeter(sentInLastSecond: 4, limit: 10, waiting: 0))
        }
    }

    @Test("no more than ten go out in a second; the others follow by the clock")
    func limited() async throws {
        try await ClientScene(authMethod: Self.method).play { scene in
            let channel = try await scene.client.subscribe("private-a")
            let connection = await scene.establish()
            await scene.confirm(connection)
            for number in 1...25 {
                let outcome = try await channel.trigger("client-x", data: EventData("\(number)"))
                #expect(outcome == (number <= 10 ? .sent : .queued))
            }
            for end in [10, 20, 25] {
                for number in (end == 25 ? 21 : end - 9)...end {
                    #expect(await Self.sent(connection) == "\(number)")
                }
                _ = await scene.catchUp()
                #expect(connection.nextMessageIfAny() == nil)
                scene.clock.advance(by: .seconds(2))
            }
            let triggered = await scene.report.seen.filter {
                if case .triggered = $0.kind { true } else { false }
            }
            #expect(triggered.count == 25)
        }
    }

    @Test("giving the channel up loses what waits, and says so")
    func lost() async throws {
        try await ClientScene(authMethod: Self.method).play { scene in
            let channel = try await scene.client.subscribe("private-a")
            try await channel.trigger("client-x", data: "1")
            await channel.unsubscribe()
            let problem = await scene.problem()
            #expect(problem?.kind == .clientEvent)
            #expect(problem?.channel == Self.channel)
            #expect(await scene.client.clientEventMeter.waiting == 0)
        }
    }

    @Test("a refusal is reported with the events that it may mean")
    func rejected() async throws {
        try await ClientScene(authMethod: Self.method).play { scene in
            let channel = try await scene.client.subscribe("private-a")
            let connection = await scene.establish()
            await scene.confirm(connection)
            let errors = channel.events("pusher:error")
            try await channel.trigger("client-x", data: "1")
            scene.clock.advance(by: .milliseconds(200))
            let error = ServerError(code: 4301, message: "Too fast.", channel: Self.channel)
            connection.say(.error(error))
            let kind = await scene.report.first {
                if case .clientEventsRejected = $0 { true } else { false }
            }
            guard case .clientEventsRejected(let rejection)? = kind else { return }
            #expect(rejection.code == 4301)
            #expect(rejection.candidates.map(\.data.text) == ["1"])
            #expect(rejection.sentInLastSecond == 1)
            var iterator = errors.makeAsyncIterator()
            #expect(await iterator.next()?.data.json?["code"] == .number("4301"))
        }
    }
}
