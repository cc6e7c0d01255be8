import BuoyDashboardTesting
import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("The tree of the inspector")
struct InspectorTreeTests {
    private static let order =
        #"{"order":42,"items":[{"sku":"A-100","qty":2},{"sku":"B-7","qty":1}],"a b":null}"#

    @Test(
        "the path of a node is one that a filter reads, unless it leads into a text",
        arguments: [
            (NodePath(), "data"), (NodePath(steps: [.member("order")]), "data.order"),
            (
                NodePath(steps: [.member("items"), .element(0), .member("sku")]),
                "data.items[0].sku"
            ),
            (NodePath(steps: [.member("a b")]), "data.\"a b\""),
            (NodePath().appending(.member("id"), isInText: true), nil),
        ] as [(NodePath, String?)])
    func dataPath(path: NodePath, filter: String?) {
        #expect(path.dataPath?.text == filter)
    }

    @Test("ten thousand elements have a row each, and only those on the screen are laid out")
    func manyElements() throws {
        let json = "[" + (0..<10_000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        var pane = InspectorFixture.pane(json)
        #expect(pane.nodeCount == 10_002)
        let page = pane.page(width: 80, .unicode)
        let rows = page.rows(from: DataPage.Anchor(line: 5000), height: 20)
        #expect(rows.count == 20)
        #expect(rows.map(\.anchor.line) == Array(5000..<5020))
        pane.foldAll(false)
        #expect(pane.nodeCount > 20_000)
        pane.move(.bottom, size: InspectorFixture.size, glyphs: .unicode)
        #expect(pane.selectedNode == pane.nodeCount - 1)
    }

    @Test("a value with very many nodes ends with the words that it does")
    func cut() {
        let json = "[" + String(repeating: "1,", count: JSONTree.rowLimit + 5) + "1]"
        let pane = InspectorFixture.pane(json)
        #expect(pane.nodeCount == JSONTree.rowLimit + 1)
        let page = pane.page(width: 80, .unicode)
        let last = page.rows(from: DataPage.Anchor(line: page.count - 5), height: 5)
        #expect(
            last.contains {
                $0.text.plain == "More than 100,000 nodes: fold some, or switch to raw."
            })
    }

    @Test(
        "nesting as deep as JSON allows is shown, and deeper is plain text", arguments: [512, 1000])
    func deep(levels: Int) {
        let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        var pane = InspectorFixture.pane(json)
        let isJSON = levels <= JSONValue.depthLimit
        #expect((pane.nodeCount > 1) == isJSON)
        pane.foldAll(false)
        pane.move(.bottom, size: InspectorFixture.size, glyphs: .unicode)
        #expect(pane.texts().isEmpty == false)
        #expect(pane.view == (isJSON ? .tree : .pretty))
        if !isJSON {
            #expect(pane.fact("note")?.contains("more than 512 nested arrays and objects") == true)
        }
    }

    @Test("Enter folds, and the rows below go with it")
    func toggle() {
        var pane = InspectorFixture.pane(Self.order)
        pane.go(to: "$.items")
        #expect(pane.nodeCount == 11)
        pane.toggleFold()
        #expect(pane.nodeCount == 5)
        #expect(pane.selectedPath == "$.items")
        pane.toggleFold()
        #expect(pane.nodeCount == 11)
    }

    @Test("left folds or goes to the node around, right unfolds or goes inside")
    func sideways() {
        var pane = InspectorFixture.pane(Self.order)
        pane.go(to: "$.items[1].qty")
        let steps: [(String, Int)] = [
            ("$.items[1]", 11), ("$.items[1]", 9), ("$.items", 9), ("$.items", 5), ("$", 5),
            ("$", 5),
        ]
        for (path, count) in steps {
            pane.goOut()
            #expect(pane.selectedPath == path)
            #expect(pane.nodeCount == count)
        }
        pane.go(to: "$.items")
        pane.goIn()
        #expect(pane.nodeCount == 9)
        pane.goIn()
        #expect(pane.selectedPath == "$.items[0]")
        pane.go(to: "$.order")
        pane.goIn()
        #expect(pane.selectedPath == "$.order")
    }

    @Test("a long text is cut in the tree, and Enter shows it whole")
    func longText() {
        let text = String(repeating: "long ", count: 60)
        var pane = InspectorFixture.pane("{\"t\":\"\(text)\"}")
        let before = pane.texts().count
        pane.go(to: "$.t")
        pane.toggleFold()
        #expect(pane.texts().count > before + 3)
        pane.toggleFold()
        #expect(pane.texts().count == before)
    }

    @Test("all nodes fold and unfold, but for the root")
    func foldAll() {
        var pane = InspectorFixture.pane(Self.order)
        pane.go(to: "$.items[1].qty")
        pane.foldAll(true)
        #expect(pane.nodeCount == 5)
        #expect(pane.selectedPath == "$.items")
        pane.foldAll(false)
        // The message it came in is a tree too.
        #expect(pane.nodeCount > 11)
    }
}
