import Testing

@testable import BuoyDashboard

@Suite("Regular expressions")
struct FilterExpressionTests {
    /// Both ways to match give the same answer, or there is only one.
    private static func occurs(_ expression: Expression, in text: String) -> Bool {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            var steps = 0
            let answer = expression.occurs(in: bytes)
            #expect(expression.walk(bytes, steps: &steps) == answer)
            return answer
        }
    }

    @Test(
        "an expression occurs, or not",
        arguments: [
            ("", "", true), ("", "a", true), ("a", "", false), ("b", "ABC", true),
            ("a.c", "xaécx", true), ("a.c", "a\nc", false), ("a..c", "aéc", false),
            ("^$", "", true), ("^$", "a", false), ("$^", "", true), ("^a", "ba", false),
            ("a$", "ab", false), ("^a|b$", "ab", true), ("^a|b$", "cac", false), ("a^", "a", false),
            ("(^a)", "ba", false), ("x*", "", true), ("x+", "", false), ("colou?r", "color", true),
            ("a{2}", "a-a", false), ("a{2}", "baab", true), ("^a{2,3}$", "aaaa", false),
            ("^a{2,3}$", "aaa", true), ("^a{2,}$", "aaaaa", true), ("^a{0}$", "", true),
            ("^(ab|c){2}$", "cab", true), ("[a-c]x", "BX", true), ("[^a-c]x", "bx", false),
            ("[^a-c]x", "éx", true), ("[é-ü]", "ö", true), ("[é-ü]", "ß", false),
            ("[é-Ł]", "ā", true),
            ("[α-ω]{2}", "λφ", true), ("[^α-ω]", "λ", false), ("[𝄞-𝄢]", "𝄡", true),
            ("é", "É", false), ("日本", "in 日本!", true), ("[日月]", "月", true),
            (#"\d\d"#, "a42", true), (#"\D"#, "42", false), (#"\w+\W\w+"#, "ab-c", true),
            (#"\s"#, "a\tb", true), (#"\S"#, " \n", false), (#"[\d_-]{3}"#, "1_-", true),
            (#"[\]x]"#, "]", true), (#"[a\-z]"#, "b", false), ("[a-]", "-", true),
            ("[-a]", "-", true), (#"\."#, "a", false), (#"\n"#, "a\nb", true),
            (#"{"id":\d+}"#, #"{"id":12}"#, true), ("a{,2}", "a{,2}", true), ("a{x", "a{x", true),
            ("]}", "]}", true), ("(a|)b", "b", true), ("()", "", true), ("(?:ab)+c", "ababc", true),
            ("a+?b", "aab", true), ("(a*)*b", "aaac", false), ("(a|b)*a(a|b){14}c", "abc", false),
            ("[^\\d\\D]", "a", false), ("[\\d\\D]", "é", true), ("e\u{301}", "cafe\u{301}", true),
            ("(a$|b)c", "bc", true), ("a$b*", "a", true), ("[A-Z]", "q", true),
            ("[@-C]", "b", true),
        ] as [(String, String, Bool)])
    func occurs(pattern: String, text: String, expected: Bool) throws {
        #expect(try Self.occurs(Expression(pattern), in: text) == expected)
    }

    @Test("upper and lower case differ on demand, for ASCII letters")
    func exactCase() throws {
        #expect(try Self.occurs(Expression("[a-c]x", ignoresCase: false), in: "ax"))
        #expect(try !Self.occurs(Expression("[a-c]x", ignoresCase: false), in: "AX"))
    }

    @Test("in bytes that are not UTF-8 a character is what begins one, and what continues it")
    func notUTF8() throws {
        let bytes: [UInt8] = [0xFF, 0x80, 0x61, 0xC3]
        #expect(try Expression("a").occurs(in: bytes))
        #expect(try Expression("^...$").occurs(in: bytes))
        #expect(try !Expression("^.").occurs(in: [0x80, 0x61]))
    }

    @Test(
        "a range of code points is exactly the bytes that UTF-8 writes for them",
        arguments: [
            0x00...0x7F, 0x41...0x5A, 0x7F...0x80, 0xE9...0x141, 0x80...0x7FF, 0x7F0...0x810,
            0x800...0xFFFF, 0xE000...0xE0FF, 0xFFF0...0x10010, 0x1_0345...0x1_2345, 0x0...0x10_FFFF,
        ] as [ClosedRange<UInt32>])
    func ranges(range: ClosedRange<UInt32>) {
        let sequences = UTF8Ranges.sequences(for: range)
        let near = (Int(range.lowerBound) - 300)...(Int(range.upperBound) + 300)
        for value in stride(from: near.lowerBound, through: near.upperBound, by: 1) {
            // The middle of a large range is all the same.
            let isNearEnd =
                abs(value - Int(range.lowerBound)) < 5000
                || abs(value - Int(range.upperBound)) < 5000
            guard isNearEnd, let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init)
            else { continue }
            let bytes = Array(String(scalar).utf8)
            let count = sequences.count { sequence in
                sequence.count == bytes.count
                    && zip(sequence, bytes).allSatisfy { $0.contains($1) }
            }
            #expect(count == (range.contains(scalar.value) ? 1 : 0))
        }
    }

    // MARK: Time

    @Test(
        "hostile expressions take time by the length of the text",
        arguments: [
            "(a*)*b", "(a|a)*b", "(a|aa)+$b", "(x+x+)+y", "(a?){25}a{25}b", "(.*)*(.*)*=",
            "(a|b)*a(a|b){14}c", "((a*)*)*c", ".*.*.*.*.*b",
        ])
    func linear(pattern: String) throws {
        let expression = try Expression(pattern)
        let states = ExpressionProgram.sizeLimit
        var counts: [Int] = []
        for length in [1000, 2000, 4000] {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            var steps = 0
            let isFound = text.withUnsafeBufferPointer { expression.walk($0, steps: &steps) }
            #expect(!isFound)
            #expect(steps <= length * states)
            #expect(!expression.occurs(in: text))
            counts.append(steps)
        }
        #expect(counts[1] <= counts[0] * 2 + 1000)
        #expect(counts[2] <= counts[1] * 2 + 1000)
    }

    @Test("an expression whose table would be too large has none, and still finds")
    func withoutTable() throws {
        let expression = try Expression("(a|b)*a(a|b){14}c")
        #expect(expression.weight > 1)
        #expect(Self.occurs(expression, in: "bbabababababababac"))
        #expect(!Self.occurs(expression, in: "bbababababababababbbbbbbbbbbbbbbbbb"))
        #expect(try Expression("order").weight == 1)
    }

    // MARK: Against a simple matcher

    /// An expression that this suite made itself, and matches itself.
    private indirect enum Sample {
        case character(Character), anything, notA
        case sequence([Sample]), choice([Sample]), star(Sample), optional(Sample), twice(Sample)

        var pattern: String {
            switch self {
            case .character(let character): String(character)
            case .anything: "."
            case .notA: "[^a]"
            case .sequence(let parts): "(" + parts.map(\.pattern).joined() + ")"
            case .choice(let options): "(" + options.map(\.pattern).joined(separator: "|") + ")"
            case .star(let part): "(\(part.pattern))*"
            case .optional(let part): "(\(part.pattern))?"
            case .twice(let part): "(\(part.pattern)){1,2}"
            }
        }

        /// All places where it may end when it starts at one of these.
        func ends(_ text: [Character], _ starts: Set<Int>) -> Set<Int> {
            switch self {
            case .character(let character):
                return self.pass(text, starts) { $0 == character }
            case .anything: return self.pass(text, starts) { _ in true }
            case .notA: return self.pass(text, starts) { $0 != "a" }
            case .sequence(let parts): return parts.reduce(starts) { $1.ends(text, $0) }
            case .choice(let options):
                return options.reduce(into: []) { $0.formUnion($1.ends(text, starts)) }
            case .optional(let part): return starts.union(part.ends(text, starts))
            case .twice(let part):
                let once = part.ends(text, starts)
                return once.union(part.ends(text, once))
            case .star(let part):
                var all = starts
                var newest = starts
                while !newest.isEmpty {
                    newest = part.ends(text, newest).subtracting(all)
                    all.formUnion(newest)
                }
                return all
            }
        }

        private func pass(
            _ text: [Character], _ starts: Set<Int>, _ isIn: (Character) -> Bool
        ) -> Set<Int> {
            Set(starts.filter { $0 < text.count && isIn(text[$0]) }.map { $0 + 1 })
        }

        static func random(_ depth: Int, _ chance: inout SampleChance) -> Sample {
            let many = { (chance: inout SampleChance) in
                (0..<(1 + chance.next(3))).map { _ in Self.random(depth - 1, &chance) }
            }
            switch depth == 0 ? chance.next(5) : chance.next(10) {
            case 0, 1: return .character("a")
            case 2: return .character(["b", "é"][chance.next(2)])
            case 3: return .anything
            case 4: return .notA
            case 5, 6: return .sequence(many(&chance))
            case 7: return .choice(many(&chance))
            case 8: return .star(Self.random(depth - 1, &chance))
            default:
                let part = Self.random(depth - 1, &chance)
                return chance.next(2) == 0 ? .optional(part) : .twice(part)
            }
        }
    }

    /// Numbers that are the same in every run.
    private struct SampleChance {
        private var state: UInt64 = 42

        mutating func next(_ limit: Int) -> Int {
            self.state = self.state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(self.state >> 33) % limit
        }
    }

    @Test("random expressions and texts agree with a simple matcher")
    func random() throws {
        var chance = SampleChance()
        var found = 0
        for _ in 0..<1500 {
            let sample = Sample.random(3, &chance)
            let (start, end) = (chance.next(3) == 0 ? "^" : "", chance.next(3) == 0 ? "$" : "")
            let expression = try Expression(start + sample.pattern + end)
            for _ in 0..<6 {
                let text = (0..<chance.next(7)).map { _ in
                    Array("aabcé日")[chance.next(6)]
                }
                let starts = start.isEmpty ? Set(0...text.count) : [0]
                let ends = sample.ends(text, starts)
                let expected = end.isEmpty ? !ends.isEmpty : ends.contains(text.count)
                #expect(
                    Self.occurs(expression, in: String(text)) == expected,
                    "\(expression.source) in \(String(text))")
                found += expected ? 1 : 0
            }
        }
        // Neither answer may be rare, or the comparison says little.
        #expect((1500...7500).contains(found))
    }
}

extension Expression {
    fileprivate func occurs(in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { self.occurs(in: $0) }
    }
}
