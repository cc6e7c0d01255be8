import Glibc
import Testing

@testable import BuoyProgramSupport

/// A file as Laravel reads it. The cases follow phpdotenv's own tests.
struct DotenvFileTests {
    @Test(
        "values, quotes, comments and escapes",
        arguments: [
            ("A=plain", "plain"), ("A = spaced ", "spaced"), ("export A=b", "b"),
            ("A=", ""), ("A=\"two words\"", "two words"), ("A='two words'", "two words"),
            ("A=b # comment", "b"), ("A=\"b # no comment\" # comment", "b # no comment"),
            ("A='b # no comment'", "b # no comment"), ("A=# comment", ""),
            ("A=\"q \\\" q\"", "q \" q"), ("A=\"a\\nb\\tc\\\\d\"", "a\nb\tc\\d"),
            ("A='a\\nb'", "a\\nb"), ("A=a\\nb", "a\\nb"), ("A=x=y==", "x=y=="),
            ("  A=b", "b"), ("'A'=b", "b"), ("A=\"line 1\nline 2\"", "line 1\nline 2"),
            ("A=b\r\nC=d", "b"), ("\u{FEFF}A=b", "b"), ("A=base64:aGk=", "base64:aGk="),
            ("A=$5", "$5"), ("A=\"\\${B}\"", "${B}"), ("A=1\nA=2", "2"),
        ])
    func values(text: String, expected: String) {
        let file = DotenvFile(text)
        #expect(file.entry("A")?.value == expected)
        #expect(file.problems == [])
    }

    @Test("references see earlier lines, not those between single quotes, not later lines")
    func references() {
        let file = DotenvFile(
            """
            KEY=k
            PLAIN=${KEY}
            QUOTED="a${KEY}b"
            SINGLE='${KEY}'
            LATE="${LATER}"
            LATER=x
            """)
        #expect(file.value("PLAIN") == "k")
        #expect(file.value("QUOTED") == "akb")
        #expect(file.value("SINGLE") == "${KEY}")
        #expect(file.entry("SINGLE")?.quoting == .single)
        #expect(file.value("LATE") == "${LATER}")
        #expect(file.entry("LATE")?.unresolvedReferences == ["LATER"])
        #expect(file.entry("QUOTED")?.unresolvedReferences == [])
    }

    @Test("a # ends a value that has no quotation marks, and this is told")
    func cut() {
        let file = DotenvFile("A=ab#cd\nB=\"ab#cd\"\nC=ab #cd")
        #expect(file.value("A") == "ab")
        #expect(file.entry("A")?.isCutByComment == true)
        #expect(file.value("B") == "ab#cd")
        #expect(file.entry("B")?.isCutByComment == false)
        #expect(file.entry("C")?.isCutByComment == false)
    }

    @Test(
        "what cannot be read is named with its line, and the rest is read",
        arguments: [
            ("A=\"open", "A", .missingClosingQuote), ("A='open", "A", .missingClosingQuote),
            ("A=two words", "A", .unexpectedWord), ("A=\"a\"b", "A", .unexpectedWord),
            ("A=\"\\q\"", "A", .invalidEscape), ("A B=c", nil, .invalidName),
            ("A-B=c", nil, .invalidName), ("=c", nil, .invalidName),
        ] as [(String, String?, DotenvFile.Reason)])
    func problems(text: String, name: String?, reason: DotenvFile.Reason) {
        let file = DotenvFile("# first\n\(text)\nLAST=1")
        #expect(file.problems == [.init(line: 2, name: name, reason: reason)])
        #expect(file.value("LAST") == "1")
    }

    @Test("a quotation mark that is not closed does not take the next line")
    func unclosed() {
        let file = DotenvFile("A=\"open\nB=\"x\"\nC=y")
        #expect(file.problems == [.init(line: 1, name: "A", reason: .missingClosingQuote)])
        #expect(file.value("B") == "x")
        #expect(file.value("C") == "y")
    }

    @Test("lines are counted across values of several lines")
    func lines() {
        let file = DotenvFile("A=\"1\n2\n3\"\n\nB=x")
        #expect(file.entry("A")?.line == 1)
        #expect(file.entry("B")?.line == 5)
    }

    @Test("nested references fail at the line where a value outgrows its limit")
    func nested() {
        let file = DotenvFile(Self.nested(depth: 12))
        #expect(file.problems == [.init(line: 8, name: "A7", reason: .tooLargeValue)])
        #expect(file.value("A6")?.utf8.count == 10 << 12)
        #expect(file.value("A8") == "${A7}${A7}${A7}${A7}")
    }

    /// Each value has four times the length of the one before.
    private static func nested(depth: Int) -> String {
        (1...depth).reduce("A0=xxxxxxxxxx\n") { text, number in
            text + "A\(number)=" + String(repeating: "${A\(number - 1)}", count: 4) + "\n"
        }
    }

    @Test("all values together have a limit, after which nothing is read")
    func total() {
        let value = String(repeating: "x", count: DotenvFile.largestValue)
        let count = DotenvFile.largest / DotenvFile.largestValue
        let lines = (2...count + 2).map { "V\($0)=${V}\n" }.joined()
        let file = DotenvFile("V=\(value)\n\(lines)LAST=1")
        #expect(
            file.problems
                == [.init(line: count + 1, name: "V\(count + 1)", reason: .tooLargeFile)])
        #expect(file.entries.count == count)
        #expect(file.entry("LAST") == nil)
    }

    @Test("values that cannot be used count as well")
    func failing() {
        let value = String(repeating: "x", count: DotenvFile.largestValue)
        let line = "B=\"${V}\" word\n"
        let file = DotenvFile("V=\(value)\n" + String(repeating: line, count: 100))
        #expect(file.problems.count == 16)
        #expect(file.problems.last?.reason == .tooLargeFile)
    }

    @Test("a value may have 64 KiB, in one line or many, and not a byte more")
    func largest() {
        let line = String(repeating: "x", count: 1023) + "\n"
        let value = String(repeating: line, count: DotenvFile.largestValue >> 10)
        #expect(DotenvFile("A=\"\(value)\"").value("A") == value)
        #expect(
            DotenvFile("A=\"\(value)x\"\nB=1").problems
                == [.init(line: 1, name: "A", reason: .tooLargeValue)])
    }

    @Test(
        "reading takes time in proportion to the length",
        arguments: [
            "VARIABLE_#=#\n", "X=${V}\n", "=#\n", "X=\"\n", "X#=${${${\n", "X=${", "\n", "A=\\\"",
            "PUSHER_APP_KEY=\"\\q\n", "REVERB_APP_KEY=#\n",
        ])
    func time(pattern: String) {
        let seconds = { (size: Int) in
            var (text, number) = ("", 0)
            while text.utf8.count < size {
                text += pattern.replacing("#", with: "\(number)")
                number += 1
            }
            let start = Self.processorTime
            _ = AppEnvironment(text, path: ".env")
            return Self.processorTime - start
        }
        let small = (1...3).map { _ in seconds(1 << 15) }.min() ?? 0
        #expect(seconds(1 << 18) < 8 * 3 * small)
    }

    /// This thread's, in seconds: other tests do not count.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("values are never printed")
    func printing() {
        let file = DotenvFile("SECRET=hunter2hunter2")
        var dumped = ""
        dump(file, to: &dumped)
        dump(file.entries, to: &dumped)
        for text in ["\(file)", "\(file.entries)", String(reflecting: file), dumped] {
            #expect(!text.contains("hunter2"))
        }
    }
}
