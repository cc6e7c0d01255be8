import ChannelsProtocol
import Testing

@Suite struct JSONLineTests {
    @Test("a value is laid out with a line for each member and element")
    func layout() throws {
        let value = try JSONValue(
            parsing: #"{"name":"Ada","tags":["a",2,{}],"empty":[],"in":{"ok":true,"no":null}}"#.utf8
        )
        let text = value.prettyLines()
            .map { String(repeating: "  ", count: $0.depth) + $0.text }
            .joined(separator: "\n")
        #expect(
            text == """
                {
                  "name": "Ada",
                  "tags": [
                    "a",
                    2,
                    {}
                  ],
                  "empty": [],
                  "in": {
                    "ok": true,
                    "no": null
                  }
                }
                """)
    }

    @Test("the parts of a line say what they are")
    func kinds() {
        let value: JSONValue = ["k": [nil, true, 1, "s"]]
        let tokens = value.prettyLines().map(\.tokens)
        let comma = JSONToken(.punctuation, ",")
        #expect(
            tokens == [
                [.init(.punctuation, "{")],
                [.init(.key, "\"k\""), .init(.punctuation, ": "), .init(.punctuation, "[")],
                [.init(.null, "null"), comma],
                [.init(.bool, "true"), comma],
                [.init(.number, "1"), comma],
                [.init(.string, "\"s\"")],
                [.init(.punctuation, "]")],
                [.init(.punctuation, "}")],
            ])
    }

    @Test("a scalar is one line")
    func scalar() {
        #expect(
            JSONValue.string("x").prettyLines() == [
                .init(depth: 0, tokens: [.init(.string, "\"x\"")])
            ])
    }

    @Test("no more lines are made than asked for", arguments: [0, 1, 2, 5, 6, 7, 100])
    func limit(_ limit: Int) {
        let value: JSONValue = [1, [2, 3], 4]
        let all = value.prettyLines()
        #expect(all.count == 8)
        #expect(value.prettyLines(limit: limit) == Array(all.prefix(limit)))
    }
}
