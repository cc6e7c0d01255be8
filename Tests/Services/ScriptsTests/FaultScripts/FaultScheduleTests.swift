import ChannelsProtocol
import Testing

@testable import BuoyScripts

@Suite("when faults begin and end")
struct FaultScheduleTests {
    private static func at(_ seconds: Int) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .seconds(seconds))
    }

    private static func steps(_ lines: String...) throws -> [FaultScript.Step] {
        try lines.map { try FaultLine.step($0) }
    }

    @Test("a lasting fault begins at once and ends by itself")
    func lasting() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("silence for 30s"), at: Self.at(5))
        let fault = FaultSchedule.InForce(
            fault: .silence(.both), start: Self.at(5), end: Self.at(35))
        #expect(schedule.due(at: Self.at(5)) == [.begin(fault)])
        #expect(schedule.inForce == [fault])
        #expect(schedule.next == Self.at(35))
        #expect(schedule.due(at: Self.at(34)).isEmpty)
        #expect(schedule.due(at: Self.at(35)) == [.end(fault)])
        #expect(schedule.inForce.isEmpty)
        #expect(schedule.next == nil)
    }

    @Test("a fault is repeated as often as asked for")
    func repeating() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("at 1s cut every 10s 3 times"), at: .zero)
        var times: [Int] = []
        for second in 0..<60 where !schedule.due(at: Self.at(second)).isEmpty {
            times.append(second)
        }
        #expect(times == [1, 11, 21])
    }

    @Test("without a number it is repeated until everything ends")
    func endless() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("refuse for 2s every 10s"), at: .zero)
        let changes = (0..<100).flatMap { schedule.due(at: Self.at($0)) }
        #expect(changes.count == 20)
        #expect(schedule.endAll().isEmpty)
        #expect(schedule.next == nil)
    }

    @Test("a fault takes the place of one of its kind")
    func replacing() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("delay 1s"), at: .zero)
        _ = schedule.due(at: .zero)
        let first = try #require(schedule.inForce.first)
        schedule.plan(try Self.steps("delay 2s"), at: Self.at(3))
        let changes = schedule.due(at: Self.at(3))
        #expect(changes.first == .end(first))
        #expect(schedule.inForce.map(\.fault) == [.delay(.seconds(2), jitter: .zero)])
    }

    @Test("of the faults of attempts, the latest decides")
    func attempts() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("refuse", "at 1s status 503", "silence"), at: .zero)
        _ = schedule.due(at: .zero)
        #expect(schedule.inForce.ofAttempts == .refuse)
        _ = schedule.due(at: Self.at(1))
        #expect(schedule.inForce.ofAttempts == .status(503))
        #expect(schedule.endAll().count == 3)
    }

    @Test("a momentary fault with a duration strikes at some time within it")
    func within() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("at 10s close 4200 for 60s"), at: .zero, chance: 0.5)
        #expect(schedule.due(at: Self.at(39)).isEmpty)
        #expect(schedule.due(at: Self.at(40)) == [.strike(.close(4200))])
    }

    @Test("a late look finds everything in order")
    func late() throws {
        var schedule = FaultSchedule()
        schedule.plan(try Self.steps("at 1s refuse for 2s", "at 2s cut"), at: .zero)
        let kinds = schedule.due(at: Self.at(60)).map { change in
            switch change {
            case .strike: "strike"
            case .begin: "begin"
            case .end: "end"
            }
        }
        #expect(kinds == ["begin", "strike", "end"])
    }
}
