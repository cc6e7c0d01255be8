import BuoyTestBasics
import BuoyTestSupport
import ChannelsDiagnostics
import ChannelsProtocol
import ChannelsTransport
import Testing

@testable import Channels

/// Listeners that make the client read its connection more slowly instead of losing events. Bursts
/// have ten events each.
@Suite("Listeners that pause reading", .inTurn)
struct PausedReadingTests {
    private static let limits = ListenerLimits(events: 80, pausesReading: true)

    private static func send(_ numbers: Range<Int>, _ connection: ScriptedConnection) {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 10) {
            connection.send(
                (start..<start + 10).map { number in
                    .text(Array(#"{"event":"e","channel":"c","data":"\#(number)"}"#.utf8))
                })
        }
    }

    /// Waits until the client has read this event.
    private static func read(_ number: Int, _ scene: ClientScene) async {
        await scene.report.first { kind in
            if case .received(let event) = kind { event.data.text == "\(number)" } else { false }
        }
    }

    /// How many events the client has read since.
    private static func readFurther(_ scene: ClientScene) async -> Int {
        await scene.catchUp().count { $0.isApplicationEvent }
    }

    /// The numbers of the events of a batch.
    private static func numbers(_ batch: [ClientReport]?) -> [Int] {
        (batch ?? []).compactMap { event in
            guard case .received(let event) = event.kind else { return nil }
            return Int(event.data.text)
        }
    }

    @Test(
        "past half of the limit one burst a second is read, at the limit none, and nothing is lost")
    func paused() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let limits = ListenerLimits(events: 80)
            let batches = scene.client.reportBatches.pausingReading(at: limits)
            Self.send(0..<300, connection)
            for number in [39, 49, 59, 69] {
                await Self.read(number, scene)
                await scene.clock.sleeper(for: .seconds(1))
                #expect(await Self.readFurther(scene) == 0)
                scene.clock.advance(by: .seconds(1))
            }
            await Self.read(79, scene)
            for _ in 1...20 {
                await scene.clock.sleeper(for: .seconds(1))
                scene.clock.advance(by: .seconds(1))
            }
            #expect(await Self.readFurther(scene) == 0)

            var iterator = batches.makeAsyncIterator()
            var heard: [Int] = []
            while heard.count < 300 {
                let batch = await iterator.next()
                for case .skipped in batch?.map(\.kind) ?? [] { Issue.record("some were skipped") }
                heard += Self.numbers(batch)
            }
            #expect(heard == Array(0..<300))
        }
    }

    @Test("while reading is paused the connection counts as alive, and pings are sent")
    func staysAlive() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let batches = scene.client.reportBatches(limits: Self.limits)
            Self.send(0..<90, connection)
            for number in [39, 49, 59, 69] {
                await Self.read(number, scene)
                await scene.clock.sleeper(for: .seconds(1))
                scene.clock.advance(by: .seconds(1))
            }
            await Self.read(79, scene)
            // A timer may be set again some seconds late while the clock runs on.
            for _ in 1...700 {
                await scene.clock.sleeper(for: .seconds(1))
                scene.clock.advance(by: .seconds(1))
            }
            #expect(await scene.client.state == .connected)
            let reports = await scene.catchUp()
            let pings = reports.filter { if case .pingSent = $0 { true } else { false } }
            #expect(pings.count >= 3)
            for case .problem(let problem) in reports { Issue.record("\(problem)") }
            for case .stateChanged(let change) in reports { Issue.record("\(change)") }
            withExtendedLifetime(batches) {}
        }
    }

    @Test("the size of what waits is a limit, too")
    func bytes() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let limits = ListenerLimits(bytes: 8000)
            let events = scene.client.events("e").pausingReading(at: limits)
            let data = String(repeating: "x", count: 1000)
            for number in 0..<20 {
                connection.send([
                    .text(Array(#"{"event":"e","channel":"c","data":"\#(number)\#(data)"}"#.utf8))
                ])
            }
            await scene.clock.sleeper(for: .seconds(1))
            #expect(await Self.readFurther(scene) == 4)
            var iterator = events.makeAsyncIterator()
            for number in 0..<20 {
                #expect(await iterator.next()?.data.text == "\(number)\(data)")
            }
        }
    }

    @Test("what the reader handles still counts, until it comes back for more")
    func taken() {
        var backlog = EventBacklog(limits: Self.limits)
        backlog.add(40)
        #expect(backlog.take()?.count == 40)
        #expect(backlog.room == .little)
        backlog.add(40)
        #expect(backlog.room == .none)
        #expect(backlog.take()?.count == 40)
        #expect(backlog.take() == nil)
        #expect(backlog.room == .plenty)
        backlog.handOver(50, applicationEvents: 50, bytes: 50)
        #expect(backlog.room == .little)
    }

    @Test("a stream that skips has its own limits")
    func skipping() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let few = scene.client.events("e").skipping(beyond: ListenerLimits(events: 80))
            let values = scene.client.events("e", as: Int.self)
                .skipping(beyond: ListenerLimits(events: 80))
            Self.send(0..<300, connection)
            await Self.read(299, scene)
            var event = few.makeAsyncIterator()
            let first = try #require(await event.next())
            #expect(first.data.text == "\(first.skippedBefore)")
            #expect(first.skippedBefore >= 220)
            var value = values.makeAsyncIterator()
            #expect(try await value.next() == first.skippedBefore)
        }
    }

    @Test("when the listener leaves, reading goes on at once")
    func leaves() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            var batches: ClientStream<[ClientReport]>? = scene.client.reportBatches(
                limits: Self.limits)
            Self.send(0..<300, connection)
            await Self.read(39, scene)
            await scene.clock.sleeper(for: .seconds(1))
            #expect(batches != nil)
            batches = nil
            await Self.read(299, scene)
        }
    }

    @Test("a listener that has stopped and pauses nothing holds nobody up")
    func others() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let stopped = scene.client.reportBatches(limits: ListenerLimits(events: 80))
            Self.send(0..<300, connection)
            await Self.read(299, scene)
            var iterator = stopped.makeAsyncIterator()
            let waiting = try #require(await iterator.next())
            let gaps = waiting.count { if case .skipped = $0.kind { true } else { false } }
            #expect(gaps == 1)
        }
    }

    @Test("a new connection is established while the listener has no room")
    func reconnects() async throws {
        try await ClientScene().play { scene in
            let first = await scene.establish()
            let batches = scene.client.reportBatches(limits: Self.limits)
            Self.send(0..<40, first)
            await Self.read(39, scene)
            first.end(nil)
            await scene.change(to: .connecting)
            scene.clock.advance(by: .seconds(1))
            let second = await scene.acceptAndEstablish("2.2")
            Self.send(40..<50, second)
            await scene.clock.sleeper(for: .seconds(1))
            scene.clock.advance(by: .seconds(1))
            await Self.read(49, scene)
            withExtendedLifetime(batches) {}
        }
    }

    @Test("disconnecting ends the wait")
    func disconnects() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let batches = scene.client.reportBatches(limits: Self.limits)
            Self.send(0..<90, connection)
            await Self.read(39, scene)
            await scene.clock.sleeper(for: .seconds(1))
            await scene.client.disconnect()
            #expect(await scene.client.state == .disconnected)
            await scene.client.connect()
            _ = await scene.acceptAndEstablish("2.2")
            withExtendedLifetime(batches) {}
        }
    }

    @Test("streams of everything, of a name and of values can pause reading")
    func streams() async throws {
        try await ClientScene().play { scene in
            let connection = await scene.establish()
            let named = scene.client.events("e").pausingReading()
            let values = scene.client.events("e", as: Int.self).pausingReading()
            let all = scene.client.reports.pausingReading()
            Self.send(0..<10, connection)
            var name = named.makeAsyncIterator()
            var value = values.makeAsyncIterator()
            var every = all.makeAsyncIterator()
            #expect(await name.next()?.data.text == "0")
            let number = try await value.next()
            #expect(number == 0)
            guard case .received? = await every.next()?.kind else {
                Issue.record("the first report is not an event")
                return
            }
        }
    }

    @Test("room: half, all, three quarters, a quarter")
    func room() {
        var backlog = EventBacklog(limits: Self.limits)
        backlog.add(39)
        #expect(backlog.room == .plenty)
        backlog.add(1)
        #expect(backlog.room == .little)
        backlog.add(40)
        #expect(backlog.room == .none)
        backlog.add(40)
        #expect(backlog.room == .none)
        #expect(backlog.takeAll()?.count == 120)
        #expect(backlog.room == .plenty)
    }
}

extension EventBacklog {
    fileprivate mutating func add(_ count: Int) {
        let event = ChannelsEvent(name: "e", channel: nil, data: EventData("x"))
        let batch = (0..<count).map {
            ClientReport(number: $0, time: .zero, kind: .received(event))
        }
        self.append(batch, rosters: { [:] })
    }
}
