import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

@Suite("Searching what is inspected")
struct DocumentSearchTests {
    private static let size = InspectorFixture.size

    private static let order = """
        {"id":7,"items":[{"sku":"A-1","deep":{"deeper":{"deepest":"needle one"}}},{"sku":"B-2"}],\
        "note":"a Needle in text","inner":"{\\"needle\\":true}"}
        """

    private static func searching(_ pane: InspectorPane, _ text: String) -> InspectorPane {
        var pane = pane
        _ = pane.setSearch(text, size: Self.size, glyphs: .unicode)
        return pane
    }

    private static func next(
        _ pane: inout InspectorPane, _ direction: EventSearch.Direction = .down
    ) -> Bool {
        pane.searchOn(direction, size: Self.size)
    }

    @Test("names and values of a tree are found in their order, and what is folded is unfolded")
    func tree() {
        var pane = InspectorFixture.pane(Self.order)
        #expect(!pane.texts().contains { $0.contains("\"deepest\": ") })
        pane = Self.searching(pane, "needle")
        #expect(pane.selectedPath == "$.items[0].deep.deeper.deepest")
        #expect(pane.texts().contains { $0.contains("\"deepest\": \"needle one\"") })
        #expect(pane.search?.count == "1 of 3")
        #expect(Self.next(&pane) == true)
        #expect(pane.selectedPath == "$.note")
        #expect(Self.next(&pane) == true)
        #expect(pane.selectedPath == "$.inner\".needle")
        #expect(pane.search?.count == "3 of 3")
        #expect(Self.next(&pane) == true)
        #expect(pane.search?.count == "1 of 3")
        #expect(Self.next(&pane, .up) == true)
        #expect(pane.selectedPath == "$.inner\".needle")
    }

    @Test("after the selection was moved, the search goes on from there, in both directions")
    func moved() {
        var pane = Self.searching(InspectorFixture.pane(Self.order), "needle")
        pane.go(to: "$.note")
        #expect(Self.next(&pane) == true)
        #expect(pane.selectedPath == "$.inner\".needle")
        pane.go(to: "$.items[1]")
        #expect(Self.next(&pane, .up) == true)
        #expect(pane.selectedPath == "$.items[0].deep.deeper.deepest")
        pane.foldAll(true)
        pane.go(to: "$.items")
        #expect(Self.next(&pane) == true)
        #expect(pane.selectedPath == "$.items[0].deep.deeper.deepest")
    }

    @Test("lines of other views are found, and shown", arguments: [DataView.pretty, .raw, .hex])
    func lines(view: DataView) {
        let words = (0..<200).map { $0 % 50 == 49 ? "needle\($0)" : "straw\($0)" }
        let data = "[\"" + words.joined(separator: "\",\"") + "\"]"
        var pane = Self.searching(InspectorFixture.pane(data, view: view), "needle")
        let isShown = { (pane: InspectorPane) in
            let page = pane.page(width: Self.size.columns, .unicode)
            return page.rows(from: pane.top, height: Self.size.rows)
                .contains { $0.text.plain.contains("needle") }
        }
        #expect(isShown(pane))
        let first = pane.top
        let count = pane.search?.matches.count ?? 0
        #expect(count >= 1)
        for _ in 0..<count {
            #expect(Self.next(&pane) == true)
            #expect(isShown(pane))
        }
        #expect(pane.top == first)
    }

    @Test("what is not there is told, and an empty text ends the search")
    func nothing() {
        var pane = InspectorFixture.pane(Self.order)
        #expect(pane.setSearch("haystack", size: Self.size, glyphs: .unicode) == false)
        #expect(Self.next(&pane) == false)
        #expect(pane.search?.count == "0 found")
        #expect(pane.setSearch("", size: Self.size, glyphs: .unicode) == true)
        #expect(pane.search == nil)
    }

    @Test("another event is searched for the same text")
    func follows() {
        var pane = Self.searching(InspectorFixture.pane(Self.order), "needle")
        pane.show(.event(InspectorFixture.event("{\"needle\":1}")), utcOffsetSeconds: 0)
        #expect(pane.search?.count == "1 found")
        #expect(Self.next(&pane) == true)
        #expect(pane.selectedPath == "$.needle")
    }

    @Test("/ and n search the inspector while it has the keys, and the log elsewhere")
    func keys() {
        var state = DashboardFixture.choosing(120, 40)
        state.press("3", "Up", "Enter", "5")
        #expect(state.focus == .inspector)
        state.press("/")
        state.type("event")
        state.press("Enter")
        #expect(state.inspector?.search?.needle.text == "event")
        #expect(state.events.search == nil)
        let screen = state.screen().textRows.joined(separator: "\n")
        #expect(screen.contains("/event 1 of ") || screen.contains("/event 0 found"), "\(screen)")
        state.press("Esc")
        #expect(state.inspector != nil && state.inspector?.search == nil)
        state.press("3", "/")
        state.type("price")
        state.press("Enter")
        #expect(state.events.search?.needle.text == "price")
    }
}
