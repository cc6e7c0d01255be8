import BuoyTestBasics
import BuoyTextScreen
import Testing

@testable import BuoyDashboard

@Suite("JSON in one line")
struct JSONRolesTests {
    /// Each part with its role, in short.
    private func parts(_ text: String, limit: Int = .max) -> [String] {
        let bytes = Array(text.utf8)
        var start = 0
        return JSONRoles.runs(in: bytes, limit: limit).map { run in
            defer { start = run.end }
            let part = String(decoding: bytes[start..<run.end], as: UTF8.self)
            return "\(part) \(run.role)"
        }
    }

    @Test("keys, strings, numbers and words have their roles")
    func roles() {
        #expect(
            self.parts(#"{"a": "x\"y","n":-1.5e3,"t":[true,null]}"#) == [
                "{ jsonPunctuation", #""a" jsonKey"#, ":  jsonPunctuation",
                #""x\"y" jsonString"#, ", jsonPunctuation", #""n" jsonKey"#,
                ": jsonPunctuation", "-1.5e3 jsonNumber", ", jsonPunctuation",
                #""t" jsonKey"#, ":[ jsonPunctuation", "true jsonBoolean", ", jsonPunctuation",
                "null jsonNull", "]} jsonPunctuation",
            ])
    }

    @Test("a text may be cut anywhere, and what is behind the limit is one run")
    func cut() {
        let text = Array(#"{"key":"a \\ b","n":[1,2.5,{"x":null}]}"#.utf8)
        for count in 0...text.count {
            let part = Array(text.prefix(count))
            for limit in [0, 3, count, .max] {
                let runs = JSONRoles.runs(in: part, limit: limit)
                #expect(runs.last?.end ?? 0 == count)
                #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.end < $1.end })
            }
        }
        #expect(
            self.parts(#"{"a":1}"#, limit: 4) == ["{ jsonPunctuation", "\"a\" jsonKey", ":1} text"])
    }

    @Test("white space between parts goes, inside strings it stays")
    func compacted() {
        func compact(_ text: String, isWhole: Bool = true) -> String {
            String(
                decoding: JSONRoles.compacted(Array(text.utf8), isWhole: isWhole), as: UTF8.self)
        }
        #expect(compact("{\n  \"a b\": [1, 2]\n}") == #"{"a b":[1,2]}"#)
        #expect(compact("[note] see below") == "[note] see below")
        #expect(compact("[1, 2", isWhole: false) == "[1, 2")
        #expect(compact("{ \"a\": \"x y", isWhole: false) == "{\"a\":\"x y")
        #expect(compact("{ cut", isWhole: false) == "{ cut")
    }
}
