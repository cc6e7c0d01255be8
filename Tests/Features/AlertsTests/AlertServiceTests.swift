import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyAlerts
@testable import BuoyDashboard
@testable import BuoyDashboardRuntime

@Suite("Alerts in a dashboard", .inTurn)
@MainActor
struct AlertServiceTests {
    /// A service with the rules of a configuration, and a dashboard that has seen a session.
    private static func watching(
        _ configuration: String
    ) throws -> (service: AlertService, shown: TestDashboard) {
        let shown = TestDashboard(DashboardFixture.dashboard(.sandboxSession(), 120, 40))
        let service = AlertService()
        let file = try ConfigurationFile(text: configuration, file: "c.toml", for: .withAlerts)
        service.configured(file.sections, shown)
        return (service, shown)
    }

    /// The newest event of the log, and its sequence number.
    private static func newest(_ shown: TestDashboard) throws -> (Int, ClientReport) {
        let sequence = try #require(shown.state.events.ring.last)
        return (sequence, try #require(shown.state.events.ring[sequence]))
    }

    @Test(
        "an alert is a row of the log and a notice, and marks its event if the rule says so",
        arguments: [true, false])
    func marks(marks: Bool) throws {
        let (service, shown) = try Self.watching(
            "[[alerts]]\nname = \"a price\"\nwhen = \"event:*\"\npause = \"100ms\"\nmark = \(marks)"
        )
        let (sequence, event) = try Self.newest(shown)
        service.received([event], shown)
        #expect(shown.state.events.marks.isMarked(sequence) == marks)
        #expect(shown.state.screen().textRows.contains { $0.contains("! a price: ") })
        shown.press("6", "z")
        #expect(shown.state.screen().textRows.contains { $0.contains("! alert: a price: ") })
        // A second alert of the same event does not remove the mark.
        service.received([Self.later(event)], shown)
        #expect(shown.state.events.marks.isMarked(sequence) == marks)
        #expect(shown.bells == 2)
        #expect(shown.notifications == [])
    }

    @Test("the end of an alert is told by the log alone, and marks and rings nothing")
    func ends() throws {
        let (service, shown) = try Self.watching(
            "[[alerts]]\nname = \"quiet\"\nwhen = \"event:*\"\nsilence = \"5s\"\nnotify = true")
        let (sequence, event) = try Self.newest(shown)
        service.timePassed(event.time.advanced(by: .seconds(600)), shown)
        #expect(shown.bells == 1)
        #expect(shown.notifications == ["quiet: no event for 5s"])
        let told = shown.actions.count
        service.received([Self.later(event, by: .seconds(601))], shown)
        #expect(shown.bells == 1 && shown.notifications.count == 1)
        #expect(!shown.state.events.marks.isMarked(sequence))
        #expect(shown.actions.count == told + 1)
        shown.press("6", "z")
        #expect(shown.state.screen().textRows.contains { $0.contains("alert over: quiet") })
    }

    @Test("several alerts ring the bell once, and the newest is the notice")
    func together() throws {
        let (service, shown) = try Self.watching(
            """
            [[alerts]]
            name = "first"
            when = "event:*"
            [[alerts]]
            name = "second"
            when = "event:*"
            """)
        service.received([try Self.newest(shown).1], shown)
        #expect(shown.bells == 1)
        #expect(shown.state.notice?.text.hasPrefix("second: ") == true)
    }

    @Test("a program that fails is a row of the log, and one that runs is not started again")
    func programs() async throws {
        let (service, shown) = try Self.watching(
            """
            [[alerts]]
            name = "pager"
            when = "event:*"
            pause = "100ms"
            exec = ["/bin/sh", "-c", "read line; exit 3"]
            """)
        let event = try Self.newest(shown).1
        service.received([event, Self.later(event)], shown)
        #expect(Self.logTexts(shown).contains { $0.contains("the previous run has not finished") })
        try await eventually {
            Self.logTexts(shown).contains { $0.contains("pager\") failed: ") }
        }
        await service.stop()
        service.received([Self.later(event, by: .seconds(2))], shown)
        #expect(Self.logTexts(shown).filter { $0.contains("pager\") failed: ") }.count == 1)
    }

    /// The same report at a later time.
    private static func later(
        _ event: ClientReport, by duration: Duration = .seconds(1)
    ) -> ClientReport {
        ClientReport(
            number: event.number, time: event.time.advanced(by: duration), kind: event.kind)
    }

    private static func logTexts(_ shown: TestDashboard) -> [String] {
        shown.actions.flatMap { action -> [String] in
            guard case .service(.notes(let notes)) = action else { return [] }
            return notes.map(\.text)
        }
    }
}
