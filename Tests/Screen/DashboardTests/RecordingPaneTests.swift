import BuoyDashboardRuntime
import BuoyDashboardTesting
import BuoyRecordingFiles
import BuoySessions
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Foundation
import Testing

@testable import BuoyDashboard

/// Recording and replaying, as the dashboard shows them.
@Suite("Recording and replay in the dashboard")
struct RecordingPaneTests {
    /// A replay that stands still in the middle.
    static func replay(_ columns: Int = 80, _ rows: Int = 24) -> DashboardState {
        let session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session, columns, rows) { $0.isReplay = true }
        let start = session.events.first?.time ?? .zero
        let status = PlaybackStatus(
            span: .init(start: start, end: session.time.advanced(by: .seconds(120))),
            shown: session.time, speed: 4, isPaused: false)
        _ = state.handle(.service(.playback(status)))
        state.notice = nil
        return state
    }

    // MARK: The header and the bar

    @Test("a replay says so, and where it is", arguments: [(80, 24), (120, 40), (200, 60)])
    func replayScreens(columns: Int, rows: Int) throws {
        let state = Self.replay(columns, rows)
        try expectGolden(state.withoutEvents, "replay")
    }

    @Test("a live view that is slowed down says how far it is behind")
    func slow() {
        var state = DashboardFixture.dashboard()
        let status = PlaybackStatus(
            span: nil, shown: state.now, lag: .seconds(12), speed: 0.5, isPaused: false)
        _ = state.handle(.service(.playback(status)))
        #expect(state.screen().textRows[0].contains("SLOW 0.5x, 12s behind"))
        for (speed, words) in [(2, "CATCHING UP 2x, 3s behind"), (1, "BEHIND by 3s")] {
            let status = PlaybackStatus(
                span: nil, shown: state.now, lag: .seconds(3), speed: Double(speed),
                isPaused: false)
            _ = state.handle(.service(.playback(status)))
            #expect(state.screen().textRows[0].contains(words))
        }
        _ = state.handle(.service(.playback(nil)))
        #expect(!state.screen().textRows[0].contains("SLOW"))
    }

    @Test("a recording is a mark in the header, and a full disk is told")
    func recording() {
        var state = DashboardFixture.dashboard()
        _ = state.handle(.service(.recording(.started(path: "a.jsonl"))))
        #expect(state.notice?.text == "recording to a.jsonl")
        _ = state.handle(
            .service(.recording(.started(path: "a-2.jsonl", chosen: "a.jsonl"))))
        #expect(
            state.notice?.text
                == "a.jsonl is in use by another recording; recording to a-2.jsonl")
        var figures = RecordingFigures()
        figures.bytes = 2_500_000
        _ = state.handle(.service(.recording(.figures(figures))))
        #expect(state.screen().textRows[0].contains("REC 2.5M"))
        _ = state.handle(.service(.recording(.failed("No space left on device"))))
        #expect(
            state.notice?.text
                == "the recording cannot be written: No space left on device; missing lines are "
                + "counted")
        #expect(state.screen().textRows[0].contains("REC failing"))
        figures.lines = 1200
        figures.lost = 3
        _ = state.handle(.service(.recording(.stopped(path: "a.jsonl", figures))))
        #expect(
            state.notice?.text
                == "recorded 1,200 lines, 2.5M in a.jsonl. The recording lacks 3 lines, "
                + "which could not be written.")
        #expect(!state.screen().textRows[0].contains("REC"))
    }

    @Test(
        "what is typed becomes a request, or a reason",
        arguments: [
            (":record a.jsonl", .recording(.start(path: "a.jsonl"))),
            (":speed 0.5", .playback(.speed(0.5))), (":speed live", .playback(.goLive)),
        ] as [(String, Effect)])
    func commands(line: String, effect: Effect) {
        var state = DashboardFixture.dashboard()
        state.type(line)
        #expect(state.press("Enter").besidesSettings == [effect])
    }

    @Test("keys of a replay, and what they are in a live view")
    func keys() {
        var replay = Self.replay()
        #expect(replay.press("%") == [.playback(.togglePause)])
        #expect(replay.press("Alt-.") == [.playback(.step(1))])
        #expect(replay.press("]") == [.playback(.seek(.relative(.seconds(10))))])
        replay.type(":seek 50%")
        #expect(replay.press("Enter").besidesSettings == [.playback(.seek(.share(0.5)))])
        var live = DashboardFixture.dashboard()
        #expect(live.press("F7") == [.playback(.changeSpeed(-1))])
        #expect(live.press("Alt-.") == [])
        #expect(live.notice?.text == "this is live; buoy replay FILE shows a recording")
        #expect(live.press("F8") == [])
    }

    @Test("what needs a connection says that there is none; what only looks works")
    func withoutConnection() {
        var state = Self.replay()
        for key in ["s", "u", "b", "c", "R", "E"] {
            state.notice = nil
            #expect(state.press(key) == [], "\(key)")
            #expect(state.prompt == nil, "\(key)")
            #expect(state.notice?.text == "a replay has no connection", "\(key)")
        }
        state.type(":subscribe news")
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.prompt?.error == "a replay has no connection")
        state.press("Esc", "6")
        #expect(state.focus == .connection)
    }

    @Test(
        "what is typed is refused before any question, with the same words",
        arguments: [
            "subscribe news", "fault cut", "server prod",
            "server", "trigger presence-a client-b {}", "compare a b",
            "policy standard", "speed live",
        ])
    func typedWithoutConnection(line: String) {
        var state = Self.replay()
        state.type(":" + line)
        #expect(state.press("Enter").besidesSettings == [])
        #expect(state.confirmation == nil && state.picker == nil)
        #expect(
            (state.prompt?.error ?? state.notice?.text)
                == "a replay has no connection")
    }

    @Test("a recording is not recorded, and there is nothing to seek in a live view")
    func otherView() {
        var replay = Self.replay()
        replay.type(":record a.jsonl")
        #expect(replay.press("Enter").besidesSettings == [])
        #expect(replay.prompt?.error == "a replay cannot be recorded")
        var live = DashboardFixture.dashboard()
        live.type(":seek 50%")
        #expect(live.press("Enter").besidesSettings == [])
        #expect(live.prompt?.error == "this is live; buoy replay FILE shows a recording")
    }

    @Test("Ctrl-O in a replay says that a recording is shown")
    func serversInReplay() {
        var state = Self.replay()
        #expect(state.press("Ctrl-O") == [])
        #expect(state.picker == nil)
        #expect(state.notice?.text == "a replay has no connection")
    }

    @Test("empty lists of a replay advise nothing that it cannot do", arguments: Catalog.core.panes)
    func emptyLists(pane: PaneID) {
        var state = DashboardFixture.empty(120, 40) { $0.isReplay = true }
        _ = state.show(pane)
        let text = state.screen().textRows.joined()
        for advice in ["Press s ", "Press b ", "Press r "] { #expect(!text.contains(advice)) }
    }

    @Test("a notice does not hide the bar any longer when time is changed")
    func noticeAndBar() {
        for key in ["%", "F7", "F8", "Alt-.", "Alt-,", "[", "]"] {
            var state = Self.replay()
            _ = state.handle(.notice(.info, "a fault begins"))
            #expect(!(state.screen().textRows[22].contains("15:04:48")))
            state.press(key)
            #expect(state.screen().textRows[22].contains("15:04:48"), "\(key)")
        }
    }

    @Test("a replay before the first attempt does not offer to connect")
    func beforeFirstAttempt() {
        var options = DashboardFixture.options()
        #expect(
            DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
                .screen().textRows[0].contains("r connects"))
        options.isReplay = true
        #expect(
            !DashboardState(options: options, size: ScreenSize(columns: 80, rows: 24))
                .screen().textRows[0].contains("r connects"))
    }

    @Test("after a jump, nothing on the way is told")
    func jumped() {
        var state = Self.replay()
        _ = state.handle(.notice(.warning, "fault: silence begins"))
        _ = state.handle(.jumped)
        #expect(state.notice == nil)
    }

    @Test("a jump forgets what was reported, and keeps what the user has arranged")
    func emptied() {
        var state = Self.replay()
        state.press("3", "f")
        state.type("order")
        state.press("Enter", "z")
        let again = state.emptied()
        #expect(again.events.ring.isEmpty)
        #expect(again.connection.state == .initialized)
        #expect(again.focus == .events)
        #expect(again.isZoomed)
        #expect(again.events.view.filter?.source == "order")
        #expect(again.playback == state.playback)
    }

    // MARK: Behind the rows in memory

    private static func event(_ number: Int, _ name: String = "price") -> ClientReport {
        ClientReport(
            number: number,
            time: ChannelsTimestamp(
                monotonicNanoseconds: Int64(number) * 1_000_000_000,
                wallMicroseconds: 1_795_269_720_000_000 + Int64(number) * 1_000_000),
            kind: .received(
                ChannelsEvent(
                    name: EventName(name), channel: ChannelName(wire: "ticker"),
                    data: EventData("{\"n\":\(number)}"))))
    }

    /// Has received 100 events, and kept the last ten of them.
    private static func full() -> DashboardState {
        var state = DashboardFixture.empty { $0.eventLimit = 10 }
        _ = state.handle(.service(.recording(.started(path: "a.jsonl"))))
        _ = state.handle(.client((1...100).map { Self.event($0) }))
        state.press("3")
        return state
    }

    private func question(_ effects: [Effect]) -> RecordedEventsQuestion? {
        effects.compactMap { effect in
            if case .recording(.read(let question, _)) = effect { question } else { nil }
        }.first
    }

    private func answer(
        _ state: inout DashboardState, _ question: RecordedEventsQuestion,
        _ numbers: ClosedRange<Int>?,
        found: Int? = nil
    ) -> [Effect] {
        let events = numbers.map { $0.map { Self.event($0) } } ?? []
        return state.handle(
            .service(
                .recording(.events(RecordedEventsAnswer(question, events: events, found: found)))))
    }

    @Test("scrolling up beyond the oldest row in memory shows older ones, and down returns")
    func scrolling() {
        var state = Self.full()
        #expect(state.press("g") == [])
        #expect(self.question(state.press("Up")) == .before(91))
        #expect(state.press("Up") == [], "it is asked once")
        #expect(self.answer(&state, .before(91), 41...90) == [])
        #expect(state.events.selectedEvent?.number == 90)
        #expect(state.events.count == 60, "the rows in memory follow")
        #expect(state.screen().textRows.contains { $0.contains("FROM THE RECORDING") })
        state.press("g")
        #expect(self.question(state.press("Up")) == .before(41))
        _ = self.answer(&state, .before(41), 1...40)
        #expect(state.events.selectedEvent?.number == 40)
        state.press("g")
        #expect(self.question(state.press("PgUp")) == .before(1))
        _ = self.answer(&state, .before(1), nil)
        #expect(state.notice?.text == "the recording starts here")
        #expect(state.press("Up") == [], "nothing is before the beginning")
        // New events go on being kept, and are not shown here.
        _ = state.handle(.client([Self.event(101)]))
        #expect(state.events.selectedEvent?.number == 1)
        state.press("G")
        #expect(!state.events.isHeld)
        #expect(state.events.selectedEvent?.number == 101)
    }

    @Test("moving down from the last row that was read leads to the rows in memory")
    func down() {
        var state = Self.full()
        state.press("g", "Up")
        _ = self.answer(&state, .before(91), 41...90)
        for _ in 0..<10 { state.press("Down") }
        #expect(state.events.selectedEvent?.number == 100)
        state.press("Down")
        #expect(!state.events.isInPast)
    }

    @Test("a search goes on in the recording, and wraps around only if it has nothing either")
    func searching() {
        var state = Self.full()
        state.press("/")
        state.type("\"n\":33}")
        #expect(
            self.question(state.press("Enter") + state.handle(.tick(state.now)))
                == .match(before: 91))
        _ = self.answer(&state, .match(before: 91), 20...50, found: 33)
        #expect(state.events.selectedEvent?.number == 33)
        state.press("G", "/")
        state.type("nowhere")
        #expect(
            self.question(state.press("Enter") + state.handle(.tick(state.now)))
                == .match(before: 91))
        _ = self.answer(&state, .match(before: 91), nil)
        #expect(
            state.notice?.text == "no earlier event contains \"nowhere\", even in the recording")
    }

    @Test("a search that finds nothing because of the filter says so")
    func searchingFiltered() {
        var state = Self.full()
        state.press("f")
        state.type("price")
        state.press("Enter", "/")
        state.type("shipped")
        #expect(
            self.question(state.press("Enter") + state.handle(.tick(state.now)))
                == .match(before: 91))
        _ = self.answer(&state, .match(before: 91), nil)
        #expect(
            state.notice?.text
                == "no earlier event that matches the filter contains \"shipped\", even in "
                + "the recording; f edits the filter")
        var live = DashboardFixture.dashboard()
        live.press("3", "f")
        live.type("price")
        live.press("Enter", "/")
        live.type("nowhere")
        live.press("Enter")
        _ = live.handle(.tick(live.now))
        #expect(
            live.notice?.text
                == "no event that matches the filter contains \"nowhere\"; f edits the filter")
    }

    @Test("where a replay begins in the middle, what led there is no row, and older ones are read")
    func middle() {
        var state = Self.replay().emptied()
        _ = state.handle(.service(.recording(.replayed(path: ""))))
        let session = RecordedEvents.sandboxSession()
        _ = state.handle(.standing(session.events, lastNumber: 5000))
        #expect(state.connection.state == .connected)
        #expect(state.events.count == 0)
        state.press("3")
        #expect(self.question(state.press("Up")) == .before(5001))
        _ = self.answer(&state, .before(5001), 4000...5000)
        #expect(state.events.selectedEvent?.number == 5000)
    }

    @Test("without a recording, nothing is asked")
    func withoutRecording() {
        var state = DashboardFixture.dashboard()
        #expect(state.press("3", "g", "Up", "Up") == [])
    }

    @Test("Enter inspects in every pane whose hints say so", arguments: Catalog.core.rows.map(\.id))
    func inspectKey(pane: PaneID) throws {
        let hints = try #require(Catalog.core.row(pane)).hints
        let keymap = DashboardFixture.options().keymap
        let key = try #require(KeyPress(name: "Enter"))
        guard hints.contains(Command.inspect.id) else { return }
        #expect(keymap.command(for: key, in: pane) == Command.inspect)
    }

    // MARK: The start of a recording

    @Test("a recording begins with the members that the pane shows, in their order")
    func standingMembers() throws {
        let state = DashboardFixture.dashboard(.sandboxSession())
        let rosters = state.standingReports.events.compactMap { event -> (ChannelName, [UserID])? in
            guard case .membersReplaced(let channel, let members, _) = event.kind else {
                return nil
            }
            return (channel, members.ordered.map(\.id))
        }
        #expect(rosters.count == state.members.rosters.count && !rosters.isEmpty)
        for (channel, ids) in rosters {
            let roster = try #require(state.members.rosters[channel])
            #expect(Set(ids) == roster.present)
        }
        #expect(state.standingReports.lastNumber == state.lastReportNumber)
    }

    // MARK: A whole session

    @Test("a session of 100,000 events is replayed to the same screen, in bounded memory")
    func wholeSession() throws {
        let path = NSTemporaryDirectory() + "session-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var session = RecordedEvents.sandboxSession()
        for number in 0..<100_000 {
            session.wait(.milliseconds(1))
            session.receive("price", on: "ticker-BTCUSD", "{\"n\":\(number)}")
        }
        let header = RecordingHeader(
            time: session.events[0].time, program: "buoy", server: "sandbox", address: "ws://x",
            appKey: "", usesTLS: false, session: "1")
        var writer = try RecordingWriter(path, header, rules: RecordingRules())
        for start in stride(from: 0, to: session.events.count, by: 500) {
            let batch = Array(session.events[start..<min(start + 500, session.events.count)])
            _ = writer.append(batch, at: batch[0].time)
        }
        var live = DashboardFixture.dashboard(session)
        var replayed = DashboardFixture.empty()
        var now = ChannelsTimestamp(monotonicNanoseconds: 5, wallMicroseconds: 5)
        var replayer = Replayer(try RecordingFile(path), at: now)
        replayer.clock.setSpeed(100, at: now)
        var turns = 0
        while !replayer.isAtEnd, turns < 10_000 {
            turns += 1
            now = now.advanced(by: .milliseconds(10))
            for case .client(let events) in replayer.due(at: now) {
                #expect(events.count <= 2000)
                _ = replayed.handle(.client(events))
            }
        }
        _ = replayed.handle(.tick(session.time))
        (live.notice, replayed.notice) = (nil, nil)
        #expect(replayer.isAtEnd)
        #expect(replayed.screen().textRows == live.screen().textRows)
        #expect(replayed.events.ring.last == live.events.ring.last)
    }
}
