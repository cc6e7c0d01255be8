import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("What was taken away comes back")
struct UndoTests {
    private static let chat = ChannelName(wire: "chat-room")

    @Test("U subscribes again to a channel that was given up, with its bindings")
    func unsubscription() {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        #expect(state.unavailableReason(for: .undo) == "nothing to undo")
        #expect(state.press("u") == [.client(.unsubscribe(Self.chat))])
        let seen = session.events.count
        session.add(.subscriptionChanged(Self.chat, .unsubscribed))
        _ = state.handle(.client(Array(session.events[seen...])))
        let effects = state.press("U")
        #expect(effects.first == .client(.subscribe(Self.chat)))
        #expect(state.press("U").isEmpty)
        #expect(state.notice?.text == "nothing to undo")
    }

    @Test("U after several channels brings back all of them, and their bindings")
    func several() {
        var state = DashboardFixture.dashboard()
        state.press("Space", "Space", "u", "y")
        #expect(
            state.press("U").count { if case .client(.subscribe) = $0 { true } else { false } } == 2
        )
    }

    @Test("U binds again what was unbound")
    func unbinding() throws {
        var state = DashboardFixture.dashboard()
        state.press("4")
        let binding = try #require(state.bindings.selectedBinding)
        state.press("u")
        #expect(state.press("U") == [.client(.bind(binding.event, binding.channel))])
    }

    @Test("U brings a cleared log back, before what came since")
    func clearedLog() {
        var session = RecordedEvents.sandboxSession()
        var state = DashboardFixture.dashboard(session)
        state.press("3", "Up", "m")
        let (before, marks) = (state.events.ring, state.events.markCount)
        state.press(":")
        state.type("clear")
        state.press("Enter")
        #expect(state.events.ring.isEmpty && state.events.markCount == 0)
        let seen = session.events.count
        session.add(.skipped(SkippedEvents(events: 1, folded: 0)))
        _ = state.handle(.client(Array(session.events[seen...])))
        state.press("U")
        #expect(state.events.ring.count == before.count + 1)
        #expect(state.events.ring[before.first] == before[before.first])
        #expect(state.events.markCount == marks)
    }

    @Test("the rows of one channel can be cleared, and come back")
    func clearedChannel() {
        var state = DashboardFixture.dashboard()
        let before = state.events.ring
        state.press(":")
        state.type("clear chat-room")
        state.press("Enter")
        #expect(state.events.ring.count < before.count)
        #expect(state.events.ring.next == before.next)
        state.press("U")
        #expect(state.events.ring == before)
        state.press(":")
        state.type("clear nowhere")
        state.press("Enter")
        #expect(state.prompt?.error == "Events has no rows for nowhere")
    }

    @Test("Esc deletes no marks; :clear-marks does, and U brings them back")
    func marks() {
        var state = DashboardFixture.dashboard()
        state.press("Space", "3", "Up", "m")
        state.press("Esc", "Esc", "Esc")
        #expect(state.events.markCount == 1 && state.channels.marked.count == 1)
        state.press(":")
        state.type("clear-marks")
        state.press("Enter")
        #expect(state.events.markCount == 0 && state.channels.marked.count == 1)
        state.press("U")
        #expect(state.events.markCount == 1)
        state.press("1", ":")
        state.type("clear-marks")
        state.press("Enter")
        #expect(state.channels.marked.isEmpty)
        state.press("U")
        #expect(state.channels.marked == [Self.chat])
    }

    /// A dashboard with a marked row.
    private static func marked() -> DashboardState {
        var state = DashboardFixture.dashboard()
        state.press("3", "Up", "m")
        return state
    }

    @Test("quitting asks once about marks that are in no file, unless that is switched off")
    func quitting() {
        var state = Self.marked()
        state.press("q")
        #expect(state.confirmation?.verb == "quit")
        #expect(state.confirmation?.question == "1 marked row not exported: quit? y/N")
        #expect(state.press("n").isEmpty)
        #expect(state.press("q") == [.quit])
        var quiet = Self.marked()
        quiet.settings.confirmsQuit = false
        #expect(quiet.press("q") == [.quit])
        var unmarked = DashboardFixture.dashboard()
        #expect(unmarked.press("q") == [.quit])
        var demonstration = Self.marked()
        demonstration.options.isDemonstration = true
        #expect(demonstration.press("q") == [.quit])
    }

    @Test("an export keeps the marks that it contains; one that failed keeps none")
    func keptMarks() throws {
        var state = Self.marked()
        state.press("e")
        state.type("events.jsonl")
        let export = try #require(state.press("Enter").first)
        var failed = state
        #expect(state.press("q") == [.quit])
        failed.failed(export, "no room")
        #expect(failed.press("q").isEmpty && failed.confirmation?.verb == "quit")
        var later = state
        later.press("Up", "m")
        #expect(later.press("q").isEmpty && later.confirmation?.verb == "quit")
    }

    @Test("after p the keys belong to the events")
    func pause() {
        var state = DashboardFixture.dashboard()
        state.press("p")
        #expect(state.focus == .events && state.events.isHeld)
        state.press("p")
        #expect(state.focus == .events && !state.events.isHeld)
    }
}
