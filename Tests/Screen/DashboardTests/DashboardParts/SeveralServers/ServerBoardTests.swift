import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Several servers in one dashboard")
struct ServerBoardTests {
    static func board(
        _ names: [String] = ["staging", "prod"], _ columns: Int = 200, _ rows: Int = 60
    ) -> ServerBoard {
        ServerBoard(ServerLabel.all(names), size: ScreenSize(columns: columns, rows: rows))
    }

    static func places(_ board: ServerBoard) -> [ServerBoard.Place] { board.parts.map(\.place) }

    // MARK: Focus

    @Test("the last tab is the combined log, if there is one, and the first one follows it")
    func cycling() {
        var board = Self.board()
        #expect(board.perform(.cycle(1)) == .done)
        #expect(board.focus == .server(1))
        _ = board.perform(.cycle(1))
        #expect(board.focus == .server(0))
        #expect(board.perform(.merge(true)) == .fill)
        #expect(board.focus == .merged)
        _ = board.perform(.cycle(1))
        #expect(board.focus == .server(0))
        _ = board.perform(.cycle(-1))
        #expect(board.focus == .merged)
    }

    @Test("a server is chosen by number or name")
    func choosing() {
        var board = Self.board(["a", "b", "c"])
        #expect(board.perform(.show(2)) == .done)
        #expect(board.focus == .server(2))
        #expect(board.perform(.show(3)) == .refused("there are only 3 tabs"))
        #expect(board.perform(.showNamed("b")) == .done)
        #expect(board.focus == .server(1))
        #expect(board.perform(.showNamed("all")) == .fill)
        #expect(board.focus == .merged)
        #expect(
            board.perform(.showNamed("x"))
                == .refused("x is not an open server"))
    }

    @Test("names get shorter until all of them fit, and the focused one is named")
    func names() {
        let row = { (count: Int, columns: Int) in
            var board = Self.board((1...count).map { "deployment-\($0)" }, columns, 24)
            _ = board.perform(.show(count - 1))
            var canvas = Canvas(size: board.size)
            board.draw(on: &canvas) { _, _ in }
            return canvas.textRows[0]
        }
        #expect(row(2, 80).hasPrefix(" deployment-1 · [deployment-2 ·]"))
        #expect(row(6, 80).contains("[dep"))
        #expect(row(9, 60).hasPrefix(" ·  ·  ·  ·  ·  ·  ·  · [dep"), "\(row(9, 60))")
        #expect(row(9, 60).contains("·]"))
    }

    // MARK: Places

    @Test("one dashboard at a time has the whole screen below the names")
    func tabs() {
        let board = Self.board()
        #expect(board.parts.count == 1)
        #expect(board.size(of: .server(1)) == ScreenSize(columns: 200, rows: 59))
        #expect(board.size(of: .merged) == ScreenSize(columns: 200, rows: 59))
    }

    @Test(
        "side by side, without a cell that belongs to nobody or to two",
        arguments: [(80, 24), (117, 11), (120, 40), (200, 60), (300, 80), (40, 22)])
    func beside(columns: Int, rows: Int) {
        var board = Self.board(["a", "b", "c"], columns, rows)
        #expect(board.perform(.arrange(.beside)) == .done)
        #expect(board.parts.count >= 2)
        var owners = Array(repeating: 0, count: columns * rows)
        for part in board.parts {
            for rect in [part.line, part.body] {
                for y in rect.y..<rect.endY {
                    for x in rect.x..<rect.endX { owners[y * columns + x] += 1 }
                }
            }
        }
        let dividers = owners.count { $0 == 0 }
        #expect(owners.allSatisfy { $0 <= 1 })
        #expect(dividers == 0 || dividers == (board.parts.count - 1) * rows)
    }

    @Test("a small screen has no room for two, and says what it needs")
    func noRoom() {
        var board = Self.board(["a", "b"], 60, 20)
        #expect(
            board.perform(.arrange(.beside))
                == .refused(
                    "no room for two servers: 117x11 or 40x22 needed, 60x20 available"))
        #expect(board.arrangement == .tabs)
    }

    @Test("when the screen gets too small, the focused one is left")
    func shrinking() {
        var board = Self.board()
        _ = board.perform(.arrange(.beside))
        _ = board.perform(.show(1))
        board.resized(ScreenSize(columns: 60, rows: 15))
        #expect(Self.places(board) == [.server(1)])
        board.resized(ScreenSize(columns: 200, rows: 60))
        #expect(Self.places(board) == [.server(0), .server(1)])
    }

    @Test("of many servers, those around the focused one are on the screen")
    func many() {
        var board = Self.board(["a", "b", "c", "d", "e"], 120, 40)
        _ = board.perform(.arrange(.beside))
        #expect(Self.places(board) == [.server(0), .server(1)])
        _ = board.perform(.show(3))
        #expect(Self.places(board) == [.server(2), .server(3)])
    }

    @Test("the mouse finds names and cells in the coordinates of their dashboard")
    func pointing() {
        var board = Self.board(["a", "b"], 121, 30)
        #expect(board.target(x: 0, y: 0) == .name(.server(0)))
        #expect(board.target(x: 3, y: 5) == .cell(.server(0), x: 3, y: 4))
        _ = board.perform(.arrange(.beside))
        #expect(board.target(x: 61, y: 1) == .cell(.server(1), x: 0, y: 0))
        #expect(board.target(x: 60, y: 5) == .nothing)
        #expect(board.target(x: 62, y: 0) == .name(.server(1)))
        board.enter(.server(1))
        #expect(board.focus == .server(1))
    }

    // MARK: What happened elsewhere

    @Test("a tab counts what happened while it was not on the screen")
    func unread() {
        var board = Self.board()
        let session = RecordedEvents.sandboxSession()
        board.received(session.events, from: 1)
        board.received(session.events, from: 0)
        #expect(board.tabs[1].unread > 0)
        #expect(board.tabs[1].state == .connected)
        #expect(board.tabs[0].unread == 0)
        _ = board.perform(.show(1))
        #expect(board.tabs[1].unread == 0)
    }

    @Test("trouble is marked until it was seen")
    func trouble() {
        var board = Self.board()
        var session = RecordedEvents()
        session.add(.problem(ReportedProblem(kind: .serverError(code: 4301), text: "limit")))
        board.received(session.events, from: 1)
        #expect(board.tabs[1].hasTrouble)
        _ = board.perform(.arrange(.beside))
        #expect(!board.tabs[1].hasTrouble)
        board.received(session.events, from: 1)
        #expect(!board.tabs[1].hasTrouble)
    }

    @Test("the title has the state of each server")
    func title() {
        var board = Self.board()
        board.received(RecordedEvents.sandboxSession().events, from: 1)
        #expect(board.title == "buoy: initialized - staging, connected - prod")
    }

    // MARK: The log of all

    @Test("events are merged only while there is a log of all servers")
    func merging() {
        var board = Self.board()
        let events = RecordedEvents.sandboxSession().events
        board.received(events, from: 0)
        let now = RecordedEvents.sandboxSession().time.advanced(by: .seconds(1))
        #expect(board.merged(at: now) == nil)
        _ = board.perform(.merge(true))
        let log = ServerBoard.Logged(isConnected: true, channels: [], events: events)
        let none = ServerBoard.Logged(isConnected: false, channels: [], events: [])
        #expect(board.filled(with: [log, none], at: now).events.count == events.count)
        board.received([events[0]], from: 1)
        #expect(board.isWaiting)
        let report = board.merged(at: now)
        #expect(report?.events.map(\.server) == [1])
        #expect(report?.events.first?.event.number == events.count + 1)
        #expect(board.perform(.merge(nil)) == .done)
        #expect(!board.isMerged)
        #expect(board.focus == .server(0))
    }

    @Test("two servers are compared in the combined log; a third one is left out")
    func comparing() throws {
        var board = Self.board(["a", "b", "c"])
        #expect(board.perform(.differences) != .showDifferences)
        #expect(
            board.perform(.compare(first: "c", second: "a", window: .seconds(30))) == .fill)
        let comparison = try #require(board.comparison)
        #expect([comparison.first, comparison.second] == [2, 0])
        #expect(comparison.values.window == .seconds(30))
        #expect(board.isMerged)
        #expect(board.perform(.differences) == .showDifferences)
        #expect(board.perform(.toggleComparison) == .unmarked)
        #expect(board.comparison == nil)
        #expect(board.perform(.toggleComparison) == .compareLog)
        #expect(board.perform(.endComparison) == .unmarked)
        #expect(board.perform(.endComparison) == .refused("no comparison is running"))
    }

    @Test("what the log holds is compared with what is known now")
    func comparingLogs() {
        var board = Self.board()
        _ = board.perform(.compare(first: nil, second: nil, window: nil))
        var session = RecordedEvents()
        session.connect()
        session.subscribe("orders")
        session.wait(.milliseconds(5))
        session.receive("paid", on: "orders", "1")
        let channels: Set = [ChannelName(wire: "orders")]
        let full = ServerBoard.Logged(
            isConnected: true, channels: channels, events: session.events)
        let other = ServerBoard.Logged(
            isConnected: true, channels: channels, events: Array(session.events.dropLast()))
        let now = session.time.advanced(by: .seconds(11))
        let report = board.filled(with: [full, other], at: now)
        #expect(report.findings.map(\.mark) == [.onlyHere])
        #expect(board.comparison?.values.tally.only == [1, 0])
        // What follows is compared without the subscription being reported again.
        session.wait(.seconds(12))
        session.receive("paid", on: "orders", "2")
        board.received(Array(session.events.suffix(1)), from: 1)
        _ = board.merged(at: session.time.advanced(by: .seconds(1)))
        #expect(board.comparison?.values.tally.uncompared == 0)
    }

    @Test("channels differ by subscription and by count")
    func channels() {
        let channel = { (name: String, isSubscribed: Bool, count: Int?) in
            ComparedChannel(
                name: ChannelName(wire: name), isSubscribed: isSubscribed, count: count)
        }
        let lines = ComparedChannel.differences(
            [
                channel("a", true, 3), channel("b", true, nil), channel("c", true, 2),
                channel("presence-x", true, 1),
            ],
            [
                channel("a", true, 4), channel("c", true, 2), channel("d", true, 1),
                channel("e", false, nil), channel("presence-x", true, 2),
            ], ("staging", "prod"))
        #expect(lines.map(\.name) == ["a", "b", "d", "presence-x"])
        #expect(
            lines.map(\.value) == [
                "3 subscribers in staging, 4 in prod", "subscribed only in staging",
                "subscribed only in prod", "1 member in staging, 2 in prod",
            ])
    }

    /// A comparison with large figures: what the second server delivered came 40 ms later.
    private static func compared(_ columns: Int, _ rows: Int) -> ServerBoard {
        var board = Self.board(["staging-eu", "production"], columns, rows)
        var sessions = [RecordedEvents(), RecordedEvents()]
        for side in sessions.indices {
            sessions[side].connect()
            sessions[side].subscribe("orders")
        }
        for number in 0..<1500 {
            sessions[0].wait(.milliseconds(100))
            sessions[0].receive("paid", on: "orders", "\(number)")
            sessions[1].wait(.milliseconds(number == 0 ? 140 : 100))
            // One in three has other data, one in five is missing.
            if number % 5 == 0 { continue }
            sessions[1].receive("paid", on: "orders", "\(number % 3 == 0 ? -number : number)")
        }
        let logs = sessions.map {
            ServerBoard.Logged(
                isConnected: true, channels: [ChannelName(wire: "orders")], events: $0.events)
        }
        _ = board.perform(.toggleComparison)
        _ = board.filled(with: logs, at: sessions[1].time.advanced(by: .seconds(60)))
        return board
    }

    @Test(
        "the header of the log says which server is slower, and ends in no ellipsis",
        arguments: [(80, 2), (80, 1), (120, 3), (200, 4), (100, 2)])
    func header(columns: Int, height: Int) {
        let board = Self.compared(columns, 24)
        var canvas = Canvas(size: ScreenSize(columns: columns, rows: height))
        board.drawMergedHeader(on: &canvas)
        let text = canvas.textRows.joined(separator: "\n")
        #expect(text.contains("from production 40ms later (median)"), "\(text)")
        #expect(text.contains("staging-eu") && !text.contains("\u{2026}"), "\(text)")
    }

    @Test("the first line has the differences, or only their number")
    func briefly() {
        let row = { (columns: Int) in
            var canvas = Canvas(size: ScreenSize(columns: columns, rows: 15))
            Self.compared(columns, 15).draw(on: &canvas) { _, _ in }
            return canvas.textRows[0]
        }
        #expect(row(120).contains("only in staging-eu"))
        #expect(row(60).contains(" differences "), "\(row(60))")
    }

    @Test("a failed attempt is trouble until the tab is looked at")
    func failedAttempt() {
        var board = Self.board()
        var session = RecordedEvents()
        session.startAttempt(1)
        session.add(.attemptFailed(attempt: 1, .reconnectAsked))
        board.received(session.events, from: 1)
        #expect(!board.tabs[1].hasTrouble, "the user asked for that")
        session.startAttempt(2)
        session.add(.attemptFailed(attempt: 2, .timedOut(in: .tcp, limit: .seconds(5))))
        board.received(session.events, from: 1)
        #expect(board.tabs[1].hasTrouble)
        _ = board.perform(.show(1))
        #expect(!board.tabs[1].hasTrouble)
    }
}
