import BuoyDashboardTesting
import BuoyTestBasics
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard
@testable import ChannelsEventWords

@Suite("The views of the inspector")
struct InspectorViewTests {
    @Test(
        "JSON that has parts opens as a tree, everything else laid out",
        arguments: [
            ("{\"a\":1}", .tree), ("[1]", .tree), ("42", .pretty), ("plain", .pretty),
            ("", .pretty),
        ] as [(String, DataView)])
    func firstView(data: String, view: DataView) {
        #expect(InspectorFixture.pane(data).view == view)
    }

    @Test("v goes through all views and back to the first one")
    func cycle() {
        var pane = InspectorFixture.pane("{\"a\":1}")
        var views: [DataView] = []
        for _ in 0..<4 {
            pane.cycleView()
            views.append(pane.view)
        }
        #expect(views == [.pretty, .raw, .hex, .tree])
    }

    // MARK: Pretty

    @Test("JSON is laid out with a line for each member; hidden characters are spelled and noted")
    func pretty() {
        let pane = InspectorFixture.pane("{\"a\":[1],\"t\":\"x\u{202E}\"}", view: .pretty)
        #expect(
            pane.texts().prefix(7) == [
                "{", "  \"a\": [", "    1", "  ],",
                "  \"t\": \"x\\u202E\"   // contains hidden characters, escaped here", "}", "",
            ])
    }

    @Test("long plain text goes on in the next row, at a space; w cuts it instead")
    func wrap() {
        let text = (0..<40).map { "word\($0)" }.joined(separator: " ")
        var pane = InspectorFixture.pane(text, view: .pretty)
        let rows = pane.texts().prefix { !$0.isEmpty }
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.utf8.count <= 78 })
        #expect(rows.joined() == text)
        pane.wraps = false
        #expect(pane.texts().first == text)
    }

    @Test("a long text in JSON goes on below its member, a step to the right")
    func wrapJSON() {
        let text = String(repeating: "x", count: 150)
        let pane = InspectorFixture.pane("{\"t\":\"\(text)\"}", view: .pretty)
        let rows = pane.texts()
        #expect(rows[1].hasPrefix("  \"t\": \"xxx"))
        #expect(rows[1].utf8.count == 78)
        let words = InspectorFixture.pane(
            "{\"t\":\"\(String(repeating: "word ", count: 40))\"}", view: .pretty)
        #expect(words.texts()[1].hasSuffix(" word "))
        #expect(rows[2].hasPrefix("    xxx"))
    }

    @Test("a text that is too long to make ready says where the rest is")
    func veryLong() {
        let text = String(repeating: "x", count: 20_000)
        let pane = InspectorFixture.pane("{\"t\":\"\(text)\"}", view: .pretty)
        #expect(pane.texts().contains { $0.contains("see raw or hex for the rest") })
    }

    @Test("more lines than are laid out end with the words that there are more")
    func manyLines() {
        let json = "[" + String(repeating: "1,", count: 30_000) + "1]"
        let pane = InspectorFixture.pane(json, view: .pretty)
        #expect(pane.texts().contains("More than 20,000 lines; see raw for all."))
    }

    @Test("the message it came in stands below")
    func frame() {
        let rows = InspectorFixture.pane("hello", view: .pretty).texts()
        let expected = [
            "hello", "", "The enclosing message, 51 bytes:", "{", "  \"event\": \"price\",",
            "  \"channel\": \"ticker\",", "  \"data\": \"hello\"", "}",
        ]
        #expect(rows == expected)
    }

    // MARK: Moments

    @Test("a moment stands as a comment behind its number")
    func momentComment() {
        let pane = InspectorFixture.pane("{\"ts\":1795269748461,\"n\":1}", view: .pretty)
        #expect(pane.texts()[1] == "  \"ts\": 1795269748461,   // 14:02:28.461")
        #expect(pane.texts()[2] == "  \"n\": 1")
        let tree = InspectorFixture.pane("{\"ts\":1795269748461}")
        #expect(tree.texts()[1] == "    \"ts\": 1795269748461   // 14:02:28.461")
    }

    // MARK: Raw and hex

    private static let hostile = [
        "plain", "two\nlines\n", "tab\there", "\u{1B}[2J\u{202E}\u{0}", "back\\slash \\u202E \\n",
        "日本 🎉 e\u{301}", "\n\n", "\u{200B}\u{FEFF}x",
    ]

    @Test(
        "raw shows every character of a text, so that it can be read back",
        arguments: hostile.map { HostileString($0) })
    func raw(text: HostileString) {
        let text = text.text
        let pane = InspectorFixture.pane(text, view: .raw)
        let rows = pane.texts(width: 80)
        let end = rows.firstIndex { $0.hasPrefix("The enclosing message") } ?? rows.count
        let shown = rows[..<max(end - 1, 0)].joined()
        #expect(JSONValue.parse("\"\(shown.replacing("\"", with: "\\\""))\"")?.stringValue == text)
    }

    @Test("raw shows JSON so that it says the same")
    func rawJSON() {
        let text = "{\"a\":\"\u{202E}\\u202e\\\\ \u{301}x\"}"
        let shown = InspectorFixture.pane(text, view: .raw).texts(width: 94).first ?? ""
        #expect(JSONValue.parse(shown) == JSONValue.parse(text))
        #expect(!shown.unicodeScalars.contains("\u{202E}"))
    }

    @Test("hex and raw have the message it came in too", arguments: [DataView.raw, .hex])
    func frames(view: DataView) {
        let rows = InspectorFixture.pane("hello", view: view).texts()
        #expect(rows.contains("The enclosing message, 51 bytes:"))
        #expect(rows.count > 3)
    }

    @Test(
        "an ASCII screen spells everything else, and stays in ASCII",
        arguments: DataView.allCases)
    func ascii(view: DataView) {
        let pane = InspectorFixture.pane(
            "{\"日本\":\"🎉\u{202E}\",\"x\":[1,{\"y\":[{}]}]}", view: view)
        for row in pane.texts(glyphs: .ascii) {
            #expect(row.unicodeScalars.allSatisfy { $0.isASCII })
        }
    }

    // MARK: Scrolling

    @Test("a page moves by rows, and never past its ends")
    func anchors() {
        let pane = InspectorFixture.pane(String(repeating: "x", count: 400), view: .raw)
        let page = pane.page(width: 80, .unicode)
        let start = DataPage.Anchor()
        let all = page.rows(from: start, height: 1000)
        for (index, row) in all.enumerated() {
            #expect(page.anchor(start, movedBy: index) == row.anchor)
            #expect(page.anchor(row.anchor, movedBy: -index) == start)
        }
        #expect(page.anchor(start, movedBy: 5000) == all.last?.anchor)
        #expect(page.anchor(DataPage.Anchor(line: 999, row: 9), movedBy: -5000) == start)
        #expect(page.furthest(height: 3) == all[all.count - 3].anchor)
        #expect(page.isCut(height: all.count - 1))
        #expect(!page.isCut(height: all.count))
    }

    @Test("the data begins below one line of facts; i shows them all")
    func fewFacts() throws {
        var state = DashboardFixture.dashboard()
        state.press("3", "Up", "Enter", "5", "z")
        let rows = state.screen().textRows
        #expect(rows[3].contains("kind event") && rows[3].contains(" more"))
        #expect(rows[5].contains("{2}"))
        state.press("i")
        let all = state.screen().textRows
        #expect(all[4].contains("previous") && !all[3].contains(" more"))
        state.press("i")
        #expect(state.screen().textRows == rows)
    }
}
