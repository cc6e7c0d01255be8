import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("Rows and screens as text")
struct SharingTests {
    @Test("plain rows are whole, however long, and one line each")
    func plainDump() {
        let long = String(repeating: "x", count: 9000) + "\n\u{1B}"
        let events = [
            SharingSamples.event(SharingSamples.received("a", on: "c", EventData(long))),
            SharingSamples.event(.pingSent(.sample)),
        ]
        let lines = PlainDump.lines(of: events, utcOffsetSeconds: 3600)
        #expect(lines.count == 2)
        #expect(lines[0] == "15:02:32.456 c a \(long.dropLast(2))\\n\\u001B")
        #expect(lines[1] == "15:02:32.456 connection ~ping sent")
    }

    @Test("of too many rows the newest are told, and how many are not")
    func dumpLimit() {
        let events = (0..<1203).map {
            SharingSamples.event(.attemptFailed(attempt: $0, .reconnectAsked))
        }
        let lines = PlainDump.lines(of: events, limit: 2)
        #expect(lines.count == 3)
        #expect(lines[0] == "(1,201 older rows not shown; an export contains them all)")
        #expect(lines[2].contains("attempt 1202"))
        #expect(PlainDump.lines(of: [ClientReport](), limit: 0) == [])
    }

    @Test("the rows of a log are those that the filter lets through")
    func dumpOfSnapshot() throws {
        var ring = EventRing(limit: 100, byteLimit: 1 << 20)
        for index in 0..<10 {
            let name = EventName(index.isMultiple(of: 2) ? "even" : "odd")
            ring.append(
                SharingSamples.event(SharingSamples.received(name, on: "c", EventData("\(index)"))))
        }
        var view = EventView()
        view.setFilter(try EventFilter("event:even"), of: ring)
        var budget = ScanBudget()
        view.scan(ring, budget: &budget)
        let lines = PlainDump.lines(of: EventSnapshot(ring, view), limit: 2)
        #expect(lines.map { $0.suffix(8) } == ["hem all)", "c even 6", "c even 8"])
        #expect(PlainDump.lines(of: EventSnapshot(ring, view)).count == 5)
    }

    @Test("a saved screen is its rows without blanks at their ends")
    func plainScreen() {
        var canvas = Canvas(size: ScreenSize(columns: 12, rows: 3))
        canvas.put("日 a", x: 1, y: 0)
        canvas.put("e\u{301}", x: 0, y: 2)
        #expect(ScreenText.text(of: canvas) == " 日 a\n\ne\u{301}\n")
        #expect(
            ScreenText.text(of: canvas, header: "buoy 1\n\u{1B}")
                == "buoy 1\\n\\u001B\n 日 a\n\ne\u{301}\n")
    }

    @Test("the golden form has the roles too")
    func goldenScreen() {
        let state = DashboardFixture.dashboard()
        var canvas = Canvas(size: state.size)
        state.draw(on: &canvas)
        let text = ScreenText.text(of: canvas, as: .golden, header: "buoy 1, 80x24")
        #expect(text == canvas.goldenScreen)
        #expect(text.split(separator: "\n").count == 24 + 1 + 24)
    }

    @Test("the ending of a file's name says the form")
    func forms() {
        let forms = ["a.txt", "a", "a.ans", "b.SVG", "c.screen", ".svg.txt"].map {
            ScreenText.Form(path: $0)
        }
        #expect(forms == [.plain, .plain, .ansi, .svg, .golden, .plain])
        var canvas = Canvas(size: ScreenSize(columns: 4, rows: 1))
        canvas.put("a", x: 0, y: 0, role: .title)
        canvas.put("b", x: 1, y: 0)
        let theme = Theme(
            name: "t",
            roles: [.title: RoleStyle(foreground: .init(.named(.red)), attributes: .bold)])
        #expect(
            ScreenText.text(of: canvas, as: .ansi, theme: theme)
                == "\u{1B}[0;1;31ma\u{1B}[0mb  \u{1B}[0m\n")
        let picture = ScreenText.text(of: canvas, as: .svg, header: "buoy 1", theme: theme)
        #expect(picture.hasPrefix("<svg ") && picture.contains("<title>buoy 1</title>"))
    }

    @Test("a moving picture is recorded to an .svg file only")
    func recordScreen() {
        var state = DashboardFixture.dashboard()
        state.press(":")
        state.type("record-screen a.gif")
        #expect(state.press("Enter").besidesSettings == [])
        #expect(Self.text(state).contains("the file name must end in .svg"))
        state.press("Ctrl-U")
        state.type("record-screen a.svg")
        #expect(
            state.press("Enter").besidesSettings == [.file(.recordScreen(path: "a.svg"))])
    }

    private static func text(_ state: DashboardState) -> String {
        state.screen().textRows.joined(separator: "\n")
    }
}
