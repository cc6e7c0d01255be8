import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The events of several servers in one order")
struct ServerMergeTests {
    static func event(_ milliseconds: Int, _ number: Int = 1) -> ClientReport {
        ClientReport(
            number: number, time: Self.time(milliseconds), kind: .suspended(for: .zero))
    }

    static func time(_ milliseconds: Int) -> ChannelsTimestamp {
        ChannelsTimestamp.zero.advanced(by: .milliseconds(milliseconds))
    }

    @Test("batches are merged by the time of arrival, and numbered")
    func order() {
        var merge = ServerMerge()
        merge.received([Self.event(10), Self.event(30), Self.event(50)], from: 0)
        merge.received([Self.event(20), Self.event(40)], from: 1)
        let due = merge.due(at: Self.time(1000))
        #expect(due.map(\.server) == [0, 1, 0, 1, 0])
        #expect(due.map(\.event.number) == [1, 2, 3, 4, 5])
        #expect(!merge.isWaiting)
        merge.received([Self.event(60)], from: 1)
        #expect(merge.due(at: nil).map(\.event.number) == [6])
    }

    @Test("an event waits for earlier ones of other servers")
    func patience() {
        var merge = ServerMerge()
        merge.received([Self.event(100)], from: 0)
        #expect(merge.due(at: Self.time(159)) == [])
        #expect(merge.isWaiting)
        merge.received([Self.event(90)], from: 1)
        #expect(merge.due(at: Self.time(160)).map(\.server) == [1, 0])
    }

    @Test("what one server reports at the same time stays in its order")
    func stable() {
        var merge = ServerMerge()
        merge.received((1...50).map { Self.event(5, $0) }, from: 1)
        merge.received((1...50).map { Self.event(5, $0) }, from: 0)
        let due = merge.due(at: nil)
        #expect(
            due.map(\.server) == Array(repeating: 1, count: 50) + Array(repeating: 0, count: 50))
    }

    @Test("a flood does not wait")
    func flood() {
        var merge = ServerMerge()
        merge.received(
            (0...ServerMerge.limit).map { Self.event(1000 + $0) }, from: 0)
        #expect(merge.due(at: Self.time(0)).count == ServerMerge.limit + 1)
    }

    @Test("where events came from is kept for as long as the log keeps them")
    func origins() {
        var origins = EventOrigins(ServerLabel.all(["staging", "prod"]))
        for number in 5..<5005 {
            origins.append(ServerEvent(Self.event(number, number), from: number % 2))
        }
        origins.mark([ComparisonFinding(5, .onlyHere), ComparisonFinding(5004, .late(.zero))])
        origins.mark([ComparisonFinding(9999, .onlyHere)])
        #expect(origins.server(of: 5)?.name == "prod")
        #expect(origins.server(of: 5004)?.name == "staging")
        #expect(origins.server(of: 4) == nil)
        #expect(origins.server(of: 5005) == nil)
        origins.drop(before: 2005)
        #expect(origins.server(of: 2004) == nil)
        #expect(origins.server(of: 2005)?.name == "prod")
        #expect(origins.mark(of: 5) == nil)
        #expect(origins.mark(of: 9999) == nil)
        #expect(origins.mark(of: 5004) == .late(.zero))
        origins.removeMarks()
        #expect(origins.mark(of: 5004) == nil)
        #expect(origins.nameWidth == 7)
    }
}
