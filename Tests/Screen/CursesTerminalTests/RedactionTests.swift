import Testing

@testable import BuoyCursesTerminal

@Suite("What a signal handler writes")
struct RedactionTests {
    private func covered(_ text: String, _ secrets: [String]) -> String {
        let bytes = Array(text.utf8)
        let packed = Redaction.packed(secrets.map { Array($0.utf8) })
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        let list = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: packed.count)
        defer {
            buffer.deallocate()
            list.deallocate()
        }
        _ = buffer.initialize(from: bytes)
        _ = list.initialize(from: packed)
        Redaction.apply(list, to: buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    @Test(
        "secrets are covered wherever they are, and nothing else is",
        arguments: [
            ("key abc and abc", ["abc"], "key *** and ***"), ("abc", ["abc"], "***"),
            ("ab", ["abc"], "ab"), ("", ["abc"], ""), ("aabc", ["abc", "a"], "****"),
            ("xyz", [], "xyz"), ("xyz", [""], "xyz"), ("aaaa", ["aaa"], "***a"),
            ("one two", ["two", "one"], "*** ***"), ("é", ["é"], "**"),
        ])
    func covers(text: String, secrets: [String], expected: String) {
        #expect(self.covered(text, secrets) == expected)
    }

    @Test("a long secret is covered whole")
    func long() {
        let secret = String(repeating: "s", count: 300)
        #expect(
            self.covered("<\(secret)>", [secret]) == "<" + String(repeating: "*", count: 300) + ">")
    }

    @Test("a text for a handler is the last one that was set")
    func replaced() {
        var text = SignalSafeText()
        #expect(text.current == nil)
        for round in 0..<5 {
            text.set(Array("round \(round)".utf8))
            #expect(text.current.map { String(decoding: $0, as: UTF8.self) } == "round \(round)")
        }
    }

    @Test("every signal of a crash has its name in the report")
    func names() {
        let numbers: [Int32] = [4, 5, 6, 7, 8, 11]
        let names = numbers.map { "\(CrashReport.name(of: $0))" }
        #expect(names == ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"])
    }
}
