import BuoyDashboardTesting
import BuoyScripts
import BuoyTestSupport
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import BuoyTextScreen

@Suite("Faults that are made in the dashboard")
struct FaultTests {
    private static func state(
        _ columns: Int = 80, _ rows: Int = 24, isSandbox: Bool = true
    ) -> DashboardState {
        var state = DashboardFixture.dashboard(.sandboxSession(), columns, rows)
        state.options.isSandbox = isSandbox
        state.isWelcoming = false
        return state
    }

    /// A report of a silence of 30 seconds that started seven seconds ago.
    private static func silence(_ state: DashboardState) throws -> FaultReport {
        var schedule = FaultSchedule()
        let start = state.now.advanced(by: .seconds(-7))
        schedule.plan([try FaultLine.step("silence for 30s")], at: start)
        return FaultReport(at: start, schedule.due(at: start), inForce: schedule.inForce)
    }

    private static func order(_ line: String) throws -> FaultOrder {
        try FaultOrder(typed: line)
    }

    @Test("a line is carried out; a wrong one says what is wrong")
    func line() throws {
        var state = Self.state()
        state.press(":")
        state.type("fault close 4200 every 30s 3 times")
        #expect(state.press("Enter").faults == [try Self.order("close 4200 every 30s 3 times")])
        state.press(":")
        state.type("fault close 99")
        #expect(state.press("Enter").faults.isEmpty)
        #expect(state.screen().textRows.contains { $0.contains("a number from 1000 to 4999") })
    }

    @Test("the list opens a line to edit, and offers to end what is in force")
    func list() throws {
        var state = Self.state()
        state.press("E")
        state.type("silence")
        state.press("Enter")
        #expect(state.prompt?.field.text == "silence for 3m")
        #expect(state.press("Enter").faults == [try Self.order("silence for 3m")])
        _ = state.handle(.service(.faults(try Self.silence(state))))
        state.press("E")
        #expect(state.screen().textRows.contains { $0.contains("end all faults") })
        state.press("Down")
        #expect(state.press("Enter").faults == [.endAll])
        state.press("E", "Enter")
        #expect(state.prompt?.field.text == "silence for 3m")
    }

    @Test("on a server that is not the sandbox, the first one is asked for once more")
    func question() throws {
        var state = Self.state(isSandbox: false)
        let cut = {
            state.press(":")
            state.type("fault cut")
            return state.press("Enter").faults
        }
        #expect(cut().isEmpty)
        #expect(state.press("n").isEmpty)
        #expect(cut().isEmpty)
        #expect(state.press("y").faults == [try Self.order("cut")])
        let struck = FaultReport(at: state.now, [.strike(.cut)])
        _ = state.handle(.service(.faults(struck)))
        #expect(cut() == [try Self.order("cut")])
    }

    @Test("what is in force stands in the header, and what happened in the log")
    func shown() throws {
        for (columns, rows) in [(60, 15), (80, 24), (120, 40), (200, 60)] {
            var state = Self.state(columns, rows)
            _ = state.handle(.service(.faults(try Self.silence(state))))
            let header = try #require(state.screen().textRows.first)
            #expect(header.contains("FAULT silence 23s left"), "\(columns)")
            state.press("6", "G")
            let log = state.screen().textRows.joined(separator: "\n")
            #expect(log.contains("fault silence starts for 30s"), "\(columns)")
            state.notice = nil
            try expectGolden(state.withoutEvents, "fault")
            let over = FaultReport(at: state.now, [.end(try Self.silence(state).inForce[0])])
            _ = state.handle(.service(.faults(over)))
            #expect(state.screen().textRows.first?.contains("FAULT") == false)
        }
    }

    @Test("a planned fault is told")
    func planned() throws {
        var state = Self.state()
        let report = FaultReport(
            at: state.now, [],
            planned: [
                FaultSchedule.Planned(
                    fault: .cut, start: state.now.advanced(by: .seconds(10)), within: .seconds(20))
            ])
        _ = state.handle(.service(.faults(report)))
        #expect(
            state.notice?.text == "fault cut in 10s, at random within 20s; :fault off cancels it")
        #expect(state.screen().textRows.first?.contains("fault cut in 10s") == true)
        state.press("E")
        #expect(state.screen().textRows.contains { $0.contains("end all faults") })
        state.press("Esc")
        _ = state.handle(.service(.faults(FaultReport(at: state.now, [], forgotten: 1))))
        #expect(state.notice?.text == "1 planned fault cancelled")
        #expect(state.screen().textRows.first?.contains("cut") == false)
    }

    @Test("several faults that do not fit are counted")
    func several() throws {
        var state = Self.state(80, 24)
        let start = state.now
        let faults = ["no-pongs for 30s", "delay 1s for 20s", "throttle 1000 for 60s"]
        var schedule = FaultSchedule()
        schedule.plan(try faults.map { try FaultLine.step($0) }, at: start)
        let report = FaultReport(at: start, schedule.due(at: start), inForce: schedule.inForce)
        _ = state.handle(.service(.faults(report)))
        let header = try #require(state.screen().textRows.first)
        #expect(header.contains("FAULT no-pongs, delay 1s, throttle 1000"), "\(header)")
        let ping = SentPing(lastReceived: state.now, timeLimit: .seconds(30))
        _ = state.handle(
            .client([ClientReport(number: 99, time: state.now, kind: .pingSent(ping))]))
        _ = state.handle(.tick(state.now.advanced(by: .seconds(7))))
        let crowded = try #require(state.screen().textRows.first)
        #expect(crowded.contains("FAULT no-pongs, delay 1s, throttle 1000"), "\(crowded)")
        #expect(crowded.contains("ping sent 7s ago"), "\(crowded)")
        _ = state.handle(.resized(ScreenSize(columns: 60, rows: 15)))
        let narrow = try #require(state.screen().textRows.first)
        #expect(narrow.contains("3 FAULTS"), "\(narrow)")
    }

    @Test("off also ends what a sandbox was asked for and goes on making")
    func ofServer() throws {
        var state = Self.state()
        let json = #"{"authorization":403}"#
        _ = state.handle(.service(.serverFault(json)))
        #expect(state.notice?.text == "the server injects the fault \(json)")
        #expect(
            state.screen().textRows.first?.contains("FAULT authorization of the server") == true)
        state.press(":")
        state.type("fault off")
        #expect(state.press("Enter").faults == [.endAll, .ofServer(#"{"clear":true}"#)])
        _ = state.handle(.service(.serverFault(#"{"clear":true}"#)))
        #expect(state.notice?.text == "the server cleared its faults")
        #expect(state.screen().textRows.first?.contains("FAULT") == false)
        // What passes by itself needs no end.
        _ = state.handle(.service(.serverFault(#"{"drop":"fin"}"#)))
        state.press(":")
        state.type("fault off")
        #expect(state.press("Enter").faults == [.endAll])
    }

    @Test("words that may follow are completed")
    func completion() {
        var state = Self.state()
        state.press(":")
        state.type("fault sil")
        state.press("Tab")
        #expect(state.prompt?.field.text.contains("silence") == true)
    }
}

extension [Effect] {
    /// The orders among them.
    fileprivate var faults: [FaultOrder] {
        self.compactMap { if case .fault(let order) = $0 { order } else { nil } }
    }
}
