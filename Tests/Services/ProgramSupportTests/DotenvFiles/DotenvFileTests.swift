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
