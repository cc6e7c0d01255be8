import BuoyTestBasics
import Testing

@testable import BuoyTOMLFiles

@Suite("Any text, read as TOML")
struct TOMLHostileTests {
    /// Lines that add one key each to the top level, with everything that TOML has.
    private static let statements = [
        "é = 1".replacing("é", with: "\"é😀\""), "a.b.'c' = -1.5e3", "d = \"x\\u00E9\\\\\" # é",
        "e = '''\n'é'\n'''", "f = \"\"\"\\\r\n  x\\\n  \"\"\"", "g = 1979-05-27 07:32:00.5-07:00",
        "h = [ # x\n  1, 'é',\n  [0x1F, true], {},\n]", "i = { j = 'k', l.m = [\n1 ] }",
        "[n]\no = inf", "[ p . \"q\" ]\nr = 07:32:00", "[[s]]\nt = 1\n[[s]]\n[s.u]\nv = 1_000",
    ]
    private static let text = statements.joined(separator: "\n")

    /// The number of keys at the top level, or the mistake.
    private static func read(_ text: String) -> Result<Int, TOMLDocument.Fault> {
        Result { () throws(TOMLDocument.Fault) in try TOMLDocument(text).root.keys.count }
    }

    @Test("a text that ends too early is read up to its end, or has a mistake in its last part")
    func truncations() throws {
        var start = 0
        for (index, statement) in Self.statements.enumerated() {
            let line = Self.text.utf8.prefix(start).count { $0 == 0x0A } + 1
            for end in start..<start + statement.utf8.count {
                // A cut character becomes another one.
                let text = String(decoding: Self.text.utf8.prefix(end), as: UTF8.self)
                switch Self.read(text) {
                case .success(let count): #expect((index...index + 1).contains(count))
                case .failure(let fault): #expect(fault.line >= line, "\(HostileString(text))")
                }
            }
            start += statement.utf8.count + 1
            let whole = String(decoding: Self.text.utf8.prefix(start), as: UTF8.self)
            #expect(Self.read(whole) == .success(index + 1))
        }
    }

    @Test(
        "a mutated text is an error, or is read as the same after it was written",
        arguments: Mutations.seeds(8))
    func mutations(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let mutations = Mutations(
            of: Self.statements.map { Array(($0 + "\n").utf8) } + [Array(Self.text.utf8)],
            pieces: [
                "\"", "'", "\"\"\"", "'''", "[", "]", "[[", "{", "}", "=", ".", ",", "#", "\\",
                "\n",
                "\r", "\0", "\\u0000", "\\U0010FFFF", "\u{FEFF}", "\u{301}", "_", "+", "-", ":",
            ])
        for _ in 0..<200 {
            let text = String(decoding: mutations.next(&dice), as: UTF8.self)
            guard let root = try? TOMLDocument(text).root else { continue }
            let written = TOMLPlain.text(root)
            let again = try TOMLDocument("x = " + written).root["x"]
            #expect(again.map(TOMLPlain.text) == written, "\(HostileString(text))")
        }
    }

    /// A text nested this deeply, by brackets, braces, dots or headers.
    private static let nested: [@Sendable (Int) -> String] = [
        {
            "a = " + String(repeating: "[", count: $0 - 1) + "1"
                + String(repeating: "]", count: $0 - 1)
        },
        { String(repeating: "a.", count: $0 - 1) + "a = 1" },
        { "[" + String(repeating: "a.", count: $0 - 1) + "a]" },
        { "[" + String(repeating: "a.", count: $0 - 2) + "a]\na = 1" },
        { "[[" + String(repeating: "a.", count: $0 - 2) + "a]]" },
        {
            "a = " + String(repeating: "{a = ", count: $0 - 1) + "1"
                + String(repeating: "}", count: $0 - 1)
        },
        { "a = {" + String(repeating: "a.", count: $0 - 2) + "a = 1}" },
        {
            "[a]\na = [{ a = " + String(repeating: "[", count: $0 - 3)
                + String(repeating: "]", count: $0 - 3) + " }]"
        },
    ]

    @Test("nesting has a limit, by whatever it is made", arguments: nested.indices)
    func nesting(form: Int) throws {
        let text = Self.nested[form]
        #expect(Self.read(text(128)) == .success(1))
        for depth in [129, 1000, 100_000] {
            guard case .failure(let fault) = Self.read(text(depth)) else {
                Issue.record("\(depth) levels were accepted")
                continue
            }
            #expect(
                fault.text.hasPrefix("values are nested") || fault.text.hasPrefix("too many dots"))
        }
        #expect(throws: TOMLDocument.Fault.self) {
            try TOMLDocument(String(text(100_000).prefix(100_000)))
        }
    }

    /// A part, repeated with numbers, and what surrounds all of them.
    private static let repeated: [@Sendable (Int) -> String] = [
        { count in String(repeating: "\n", count: count) },
        { count in "#" + String(repeating: "é", count: count) },
        { count in "a = '" + String(repeating: "é", count: count) + "'" },
        { count in "a = \"" + String(repeating: "\\n", count: count) + "\"" },
        { count in "a = \"\"\"" + String(repeating: "\"\"\\\n", count: count) + "a\"\"\"" },
        { count in "a = '''" + String(repeating: "''a", count: count) },
        { count in "a = 1" + String(repeating: "_1", count: count) },
        { count in "a = 1." + String(repeating: "1", count: count) },
        { count in "a = [" + String(repeating: "1,\n", count: count) + "]" },
        { count in "a = [" + String(repeating: "2024-01-01 ,", count: count) },
        { count in (0..<count).map { "k\($0) = {}\n" }.joined() },
        { count in "a = {" + (0..<count).map { "k\($0).b = 1," }.joined() },
        { count in (0..<count).map { "[t.k\($0)]\n" }.joined() },
        { count in String(repeating: "[[a]]\n", count: count) + "[a.b]" },
        { count in "[[a]]\n" + String(repeating: "[[a.b]]\n", count: count) },
        { count in
            (0..<count).map { "k\($0)" + String(repeating: ".a", count: 100) + " = 1\n" }.joined()
        },
        { count in "a = [" + String(repeating: "[[[[]]]],", count: count) },
        { count in String(repeating: "x", count: count) + " = 1" },
    ]

    @Test("the steps of reading are proportional to the size", arguments: repeated.indices)
    func steps(form: Int) throws {
        let texts = [500, 1000].map(Self.repeated[form])
        let steps = texts.map { text in
            var reader = TOMLReader(text)
            _ = try? reader.read()
            return reader.steps
        }
        #expect(steps[1] > steps[0])
        #expect(Double(steps[1]) < Double(steps[0]) * 2.5)
        for (text, steps) in zip(texts, steps) { #expect(steps <= text.utf8.count * 3) }
    }

    @Test("names that Swift takes for equal are different keys, with different hashes")
    func equivalentNames() throws {
        let names = (0..<4096).map { number in
            (0..<12).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
        }
        #expect(names[0] == names[4095])
        #expect(Set(names.map { TOMLName($0).hashValue }).count > 4000)
        let text = names.enumerated().map { "'\($1)' = \($0)\n" }.joined()
        let root = try TOMLDocument(text).root
        #expect(root.keys.count == 4096)
        #expect(names.enumerated().allSatisfy { root[$1]?.integer == $0 })
    }

    /// Each of these takes hours if something grows with the square of the size.
    @Test(
        "a file of 256 KiB is read in a moment",
        arguments: repeated.indices)
    func large(form: Int) {
        let size = Self.repeated[form](1000).utf8.count
        var reader = TOMLReader(Self.repeated[form](256 * 1024 * 1000 / size))
        _ = try? reader.read()
        #expect(reader.steps > 128 * 1024)
    }
}
