import BuoyDashboardTesting
import BuoyRecordingFiles
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyConnectionFrames
@testable import BuoyDashboard

@Suite("The pane Frames")
struct FramesPaneTests {
    private static let catalog = Catalog([ConnectionFrames.self])

    private static func dashboard() -> DashboardState {
        DashboardFixture.dashboard(catalog: Self.catalog)
    }

    @Test("it is sound and as recorded in every situation", arguments: PaneSituation.all)
    func situations(_ situation: PaneSituation) throws {
        try situation.expect(.frames, in: Self.catalog)
    }

    @Test("a replay shows frames without asking for them")
    func replay() {
        var state = DashboardFixture.empty(catalog: Self.catalog) { $0.isReplay = true }
        #expect(state.press(">") == [])
        #expect(state.focus == .frames)
        #expect(state.press("x", "x") == [])
    }

    @Test("Enter inspects, and a key that would change the hidden Events says where that is")
    func keys() throws {
        let key = try #require(KeyPress(name: "Enter"))
        let command = Self.catalog.command(for: key, in: .frames, Self.catalog.keymap)
        #expect(command == Command.inspect)
        for key in ["n", "C", "."] {
            var state = Self.dashboard()
            state.press(">")
            #expect(state.press(key).besidesSettings == [])
            #expect(
                state.notice?.text == "Frames hides Events; Esc shows it again", "\(key)")
        }
    }

    @Test("frames are asked for when the pane is shown, and until they are switched off")
    func frames() {
        var state = Self.dashboard()
        #expect(state.press(">").contains(.frames(true)))
        #expect(state.press("Up") == [])
        #expect(state.press("x") == [.frames(false)])
        #expect(state.press("Esc", ">") == [], "what was switched off stays off")
        #expect(state.press("x") == [.frames(true)])
    }

    @Test("after a loss, what was kept is asked for once, unless every frame is reported anyway")
    func lossAsks() {
        for isOn in [false, true] {
            var state = Self.dashboard()
            if isOn { state.press(">") }
            var session = RecordedEvents()
            session.connect()
            session.drop(4200, reason: "restart", retryAfter: .seconds(1))
            let effects = state.handle(.client(session.events))
            #expect(effects.contains(.keptFrames) == !isOn)
            #expect(!state.press("Down").contains(.keptFrames))
        }
    }

    @Test("the start of a text has the size of all of it, and the inspector says that it is cut")
    func cutFrame() {
        var state = Self.dashboard()
        state.press(">")
        let frame = RecordedFrame(
            time: state.now, isSent: false, connection: 1,
            content: .text(#"{"event":"price","data":"{\"a\":1,…"#), fullSize: 5200)
        _ = state.handle(.service(.frames([frame])))
        #expect(state.screen().textRows[3].contains("5.2k price"), "\(state.screen().textRows[3])")
        state.press("Up", "Enter")
        guard case .note(let note)? = state.inspector?.subject else {
            Issue.record("the frame is not inspected")
            return
        }
        #expect(note.facts.contains { $0.value.contains("only the start") })
    }

    @Test("frames of other clients are not asked for, and the pane says where they are")
    func framesOfProxy() {
        var state = DashboardFixture.empty(catalog: Self.catalog) { $0.isPassedOn = true }
        #expect(!state.press(">").contains(.frames(true)))
        #expect(state.screen().textRows[3].contains("pane shows each proxy client's frames"))
    }

    @Test("frames are bounded, and the newest are kept")
    func boundedFrames() {
        var rows = FrameRows()
        for number in 0..<(2 * FrameRows.limit) {
            rows.append(
                RecordedFrame(
                    time: .zero, isSent: true, connection: number, content: .text("x")))
        }
        #expect(rows.count == FrameRows.limit)
        #expect(rows.row(at: rows.count - 1)?.connection == 2 * FrameRows.limit - 1)
    }

    /// A dashboard that shows some frames.
    private static func framesShown(_ columns: Int = 80) -> DashboardState {
        var state = DashboardFixture.dashboard(
            .sandboxSession(), columns, 24, catalog: Self.catalog)
        state.press(">")
        let texts = [
            #"{"event":"price","channel":"ticker-BTC","data":"{\"price\":64230.44}"}"#,
            #"{"event":"order.paid","channel":"private-orders","data":"{\"id\":1001}"}"#,
            #"{"event":"price","channel":"ticker-ETH","data":"{\"price\":3184.58}"}"#,
        ]
        let contents = texts.map { RecordedFrame.Content.text($0) } + [.ping]
        let frames = contents.map {
            RecordedFrame(time: state.now, isSent: false, connection: 1, content: $0)
        }
        _ = state.handle(.service(.frames(frames)))
        state.notice = nil
        return state
    }

    @Test("Enter shows a frame in full")
    func inspectedFrame() {
        var state = Self.framesShown()
        #expect(state.screen().textRows[23].contains("Enter inspect"))
        state.press("Up", "Up", "Enter")
        #expect(state.screen().textRows.contains { $0.contains("5 Inspector \u{B7} frame") })
        #expect(state.screen().textRows.contains { $0.contains(#""channel": "ticker-ETH""#) })
    }

    @Test(
        "f and / show only the frames with a text, and Esc shows all again", arguments: ["f", "/"])
    func narrowedFrames(key: String) {
        var state = Self.framesShown()
        state.press(key)
        state.type("PRICE")
        state.press("Enter")
        let rows = state.screen().textRows
        #expect(rows[2].contains("/PRICE 2"))
        #expect(rows[3].contains("ticker-BTC") && rows[4].contains("ticker-ETH"))
        #expect(!rows.contains { $0.contains("order.paid") || $0.contains("(ping)") })
        #expect(state.events.view.filter == nil && state.events.search == nil)
        state.press("Esc")
        #expect(state.focus == .frames)
        #expect(state.screen().textRows[4].contains("order.paid"))
        state.press("Esc")
        #expect(state.focus != .frames)
    }

    @Test("frames that arrive or are dropped while some are hidden are counted")
    func narrowedFramesArriving() {
        var rows = FrameRows()
        rows.narrow(to: "ping")
        for number in 0..<(2 * FrameRows.limit) {
            rows.append(
                RecordedFrame(
                    time: .zero, isSent: true, connection: number,
                    content: number % 2 == 0 ? .ping : .pong))
        }
        #expect(rows.kept == FrameRows.limit)
        #expect(rows.count == FrameRows.limit / 2)
        #expect(rows.row(at: 0)?.connection == FrameRows.limit)
        rows.narrow(to: "")
        #expect(rows.count == FrameRows.limit)
    }

    @Test("the text of a frame has most of its row, without the name that is beside it")
    func frameRow() {
        let row = Self.framesShown().screen().textRows[3]
        #expect(row.contains(#"price            "channel":"ticker-BTC","data""#), "\(row)")
        #expect(row.count == 79 || row.count == 80)
    }
}
