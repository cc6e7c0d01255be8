import ChannelsProtocol
import TestSupport
import Testing
import TextScreen

@testable import Dashboard

@Suite("The tree of the inspector")
struct InspectorTreeTests {
    private static let order =
        #"{"order":42,"items":[{"sku":"A-100","qty":2},{"sku":"B-7","qty":1}],"a b":null}"#

    @Test("each node has a row; objects and arrays say how much is in them")
    func rows() {
        #expect(
            InspectorFixture.tree(Self.order).texts() == [
                "- {3}", "    \"order\": 42", "  - \"items\": [2]", "    - [0] {2}",
                "        \"sku\": \"A-100\"", "        \"qty\": 2", "    - [1] {2}",
                "        \"sku\": \"B-7\"", "        \"qty\": 1", "    \"a b\": null",
            ])
    }

    @Test("a folded node shows its count, and how it begins")
    func folded() {
        var memory = FoldMemory()
        memory.set(NodePath(steps: [.member("items")]), inSection: 0, isFolded: true)
        let tree = InspectorFixture.tree(Self.order, memory)
        #expect(tree.rows.count == 4)
        #expect(
            tree.texts()[2].hasPrefix("  + \"items\": […2]  {\"sku\":\"A-100\",\"qty\":2},{"))
        let line = tree.line(at: 2, InspectorFixture.look(.ascii)).plain
        #expect(line.hasPrefix("  + \"items\": [~2]  "))
    }

    @Test("what is empty has nothing to fold", arguments: ["{}", "[]"])
    func empty(json: String) {
        #expect(InspectorFixture.tree(json).texts() == ["  \(json)"])
    }

    @Test(
        "paths are written as people write them",
        arguments: [
            (0, "$", "data"), (1, "$.order", "data.order"),
            (4, "$.items[0].sku", "data.items[0].sku"), (9, "$[\"a b\"]", "data.\"a b\""),
        ])
    func paths(row: Int, text: String, filter: String) {
        let tree = InspectorFixture.tree(Self.order)
        let path = tree.path(of: row)
        #expect(path.text == text)
        #expect(path.dataPath?.text == filter)
        #expect(tree.row(at: path) == row)
    }

    @Test("a path that leads nowhere ends at the nearest node on the way")
    func missing() {
        let tree = InspectorFixture.tree(Self.order)
        let path = NodePath(steps: [.member("items"), .element(7), .member("sku")])
        #expect(tree.row(at: path) == 2)
        #expect(tree.row(at: NodePath(steps: [.member("no")])) == 0)
    }

    @Test("of members that come twice, both have rows, and the path leads to the last one")
    func duplicates() {
        let tree = InspectorFixture.tree(#"{"a":1,"a":2}"#)
        #expect(tree.texts() == ["- {2}", "    \"a\": 1", "    \"a\": 2"])
        #expect(tree.row(at: NodePath(steps: [.member("a")])) == 2)
    }

    @Test("a text that holds JSON is looked into, and marked")
    func decoded() {
        let tree = InspectorFixture.tree(#"{"payload":"{\"id\":[1]}","plain":"{not json"}"#)
        #expect(
            tree.texts() == [
                "- {2}", "  - \"payload\": {1} in a text", "    - \"id\": [1]", "        [0] 1",
                "    \"plain\": \"{not json\"",
            ])
        #expect(tree.path(of: 3).text == "$.payload\".id[0]")
        #expect(tree.path(of: 3).dataPath == nil)
        #expect(tree.original(of: 1) == .string("{\"id\":[1]}"))
        #expect(tree.row(at: tree.path(of: 3)) == 3)
    }

    @Test("texts in texts are looked into four times, and not for ever")
    func decodedOften() {
        var json = "[1]"
        for _ in 0..<8 { json = "[\(JSON.string(json).compactText)]" }
        var memory = FoldMemory()
        memory.reset(to: .noneFolded)
        let tree = InspectorFixture.tree(json, memory)
        #expect(tree.rows.count { $0.isDecoded } == 4)
    }

    @Test("what is large or deep is folded at first, and the root never")
    func firstFolds() {
        let many = "[" + (0..<30).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        let tree = InspectorFixture.tree(many)
        #expect(tree.rows.count == 31)
        #expect(tree.rows.count(where: \.isFolded) == 30)
        let inside = InspectorFixture.tree("{\"many\":\(many),\"few\":[[[[1]]]]}")
        #expect(
            inside.texts().dropFirst(2) == [
                "  - \"few\": [1]", "    - [0] [1]", "      + [0] […1]  [1]",
            ])
        #expect(inside.texts()[1].hasPrefix("  + \"many\": […30]"))
    }

    @Test("ten thousand elements have a row each, and only those on the screen are laid out")
    func manyElements() throws {
        let json = "[" + (0..<10_000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        var pane = InspectorFixture.pane(json)
        #expect(pane.nodeCount == 10_002)
        let page = pane.page(width: 80, .unicode)
        let rows = page.rows(from: InspectorPage.Anchor(line: 5000), height: 20)
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
        let last = page.rows(from: InspectorPage.Anchor(line: page.count - 5), height: 5)
        #expect(
            last.contains { $0.text.plain == "More than 100 000 nodes: fold some, or see raw." })
    }

    @Test(
        "nesting as deep as JSON allows is shown, and deeper is plain text", arguments: [512, 1000])
    func deep(levels: Int) {
        let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        var pane = InspectorFixture.pane(json)
        let isJSON = levels <= JSON.depthLimit
        #expect((pane.nodeCount > 1) == isJSON)
        pane.foldAll(false)
        pane.move(.bottom, size: InspectorFixture.size, glyphs: .unicode)
        #expect(pane.texts().isEmpty == false)
        #expect(pane.view == (isJSON ? .tree : .pretty))
        if !isJSON {
            #expect(pane.fact("note")?.contains("more than 512 arrays and objects") == true)
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

    @Test(
        "the beginning of a value is that of its text, whatever its size",
        arguments: [
            ("{\"a\":[1,{\"b\":null}],\"c\":{}}", 100, "{\"a\":[1,{\"b\":null}],\"c\":{}}"),
            ("[[[[]]]]", 2, "[[["), ("\"abcdef\"", 3, "\"abc\""), ("[\"abcdef\",1]", 3, "[\"abc\""),
            ("123456", 3, "1234"), ("true", 1, "true"),
        ])
    func beginning(json: String, limit: Int, text: String) {
        #expect(JSON.parse(json)?.beginning(limit) == text)
    }
}
