import BuoyTestSupport
import BuoyTextScreen
import ChannelsProtocol
import Testing

@testable import BuoyDashboard

@Suite("JSON as a tree")
struct JSONTreeTests {
    private static let order =
        #"{"order":42,"items":[{"sku":"A-100","qty":2},{"sku":"B-7","qty":1}],"a b":null}"#

    @Test("each node has a row; objects and arrays say how much is in them")
    func rows() {
        #expect(
            DataViewFixture.tree(Self.order).texts() == [
                "- {3}", "    \"order\": 42", "  - \"items\": [2]", "    - [0] {2}",
                "        \"sku\": \"A-100\"", "        \"qty\": 2", "    - [1] {2}",
                "        \"sku\": \"B-7\"", "        \"qty\": 1", "    \"a b\": null",
            ])
    }

    @Test("a folded node shows its count, and how it begins")
    func folded() {
        var memory = FoldMemory()
        memory.set(NodePath(steps: [.member("items")]), inSection: 0, isFolded: true)
        let tree = DataViewFixture.tree(Self.order, memory)
        #expect(tree.rows.count == 4)
        #expect(
            tree.texts()[2].hasPrefix("  + \"items\": […2]  {\"sku\":\"A-100\",\"qty\":2},{"))
        let line = tree.line(at: 2, DataViewFixture.context(.ascii)).plain
        #expect(line.hasPrefix("  + \"items\": [~2]  "))
    }

    @Test("what is empty has nothing to fold", arguments: ["{}", "[]"])
    func empty(json: String) {
        #expect(DataViewFixture.tree(json).texts() == ["  \(json)"])
    }

    @Test(
        "paths are written as people write them",
        arguments: [
            (0, "$"), (1, "$.order"), (4, "$.items[0].sku"), (9, "$[\"a b\"]"),
        ])
    func paths(row: Int, text: String) {
        let tree = DataViewFixture.tree(Self.order)
        let path = tree.path(of: row)
        #expect(path.text == text)
        #expect(tree.row(at: path) == row)
    }

    @Test("a path that leads nowhere ends at the nearest node on the way")
    func missing() {
        let tree = DataViewFixture.tree(Self.order)
        let path = NodePath(steps: [.member("items"), .element(7), .member("sku")])
        #expect(tree.row(at: path) == 2)
        #expect(tree.row(at: NodePath(steps: [.member("no")])) == 0)
    }

    @Test("of members that come twice, both have rows, and the path leads to the last one")
    func duplicates() {
        let tree = DataViewFixture.tree(#"{"a":1,"a":2}"#)
        #expect(tree.texts() == ["- {2}", "    \"a\": 1", "    \"a\": 2"])
        #expect(tree.row(at: NodePath(steps: [.member("a")])) == 2)
    }

    @Test("a text that holds JSON is looked into, and marked")
    func decoded() {
        let tree = DataViewFixture.tree(#"{"payload":"{\"id\":[1]}","plain":"{not json"}"#)
        #expect(
            tree.texts() == [
                "- {2}", "  - \"payload\": {1} in a string", "    - \"id\": [1]", "        [0] 1",
                "    \"plain\": \"{not json\"",
            ])
        #expect(tree.path(of: 3).text == "$.payload\".id[0]")
        #expect(tree.original(of: 1) == .string("{\"id\":[1]}"))
        #expect(tree.row(at: tree.path(of: 3)) == 3)
    }

    @Test("texts in texts are looked into four times, and not for ever")
    func decodedOften() {
        var json = "[1]"
        for _ in 0..<8 { json = "[\(JSONValue.string(json).compactText)]" }
        var memory = FoldMemory()
        memory.reset(to: .noneFolded)
        let tree = DataViewFixture.tree(json, memory)
        #expect(tree.rows.count { $0.isDecoded } == 4)
    }

    @Test("what is large or deep is folded at first, and the root never")
    func firstFolds() {
        let many = "[" + (0..<30).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        let tree = DataViewFixture.tree(many)
        #expect(tree.rows.count == 31)
        #expect(tree.rows.count(where: \.isFolded) == 30)
        let inside = DataViewFixture.tree("{\"many\":\(many),\"few\":[[[[1]]]]}")
        #expect(
            inside.texts().dropFirst(2) == [
                "  - \"few\": [1]", "    - [0] [1]", "      + [0] […1]  [1]",
            ])
        #expect(inside.texts()[1].hasPrefix("  + \"many\": […30]"))
    }

    @Test(
        "the beginning of a value is that of its text, whatever its size",
        arguments: [
            ("{\"a\":[1,{\"b\":null}],\"c\":{}}", 100, "{\"a\":[1,{\"b\":null}],\"c\":{}}"),
            ("[[[[]]]]", 2, "[[["), ("\"abcdef\"", 3, "\"abc\""), ("[\"abcdef\",1]", 3, "[\"abc\""),
            ("123456", 3, "1234"), ("true", 1, "true"),
        ])
    func beginning(json: String, limit: Int, text: String) {
        #expect(JSONValue.parse(json)?.beginning(limit) == text)
    }
}
