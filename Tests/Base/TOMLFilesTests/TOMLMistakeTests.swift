import BuoyTOMLFiles
import BuoyTestBasics
import Testing

@Suite("TOML that is not valid")
struct TOMLMistakeTests {
    /// A string, the line and column of its mistake, and a part of the message.
    typealias Row = (text: HostileString, line: Int, column: Int, message: String)

    private static func rows(_ rows: [(String, Int, Int, String)]) -> [Row] {
        rows.map { (HostileString($0), $1, $2, $3) }
    }

    /// Rows that differ in the text.
    private static func rows(_ column: Int, _ message: String, _ texts: [String]) -> [Row] {
        texts.map { (HostileString($0), 1, column, message) }
    }

    private static func fault(_ text: String) -> TOMLDocument.Fault? {
        do throws(TOMLDocument.Fault) {
            _ = try TOMLDocument(text)
            return nil
        } catch {
            return error
        }
    }

    private static func expect(_ row: Row) throws {
        let fault = try #require(Self.fault(row.text.text), "it was accepted")
        #expect(fault.line == row.line)
        #expect(fault.column == row.column)
        #expect(fault.text.contains(row.message), "\(fault.text)")
        #expect(fault.text.contains(": ") || fault.text.hasPrefix("expected "), "no advice")
        // The same below other lines, and with what follows.
        let below = try #require(Self.fault("# é\r\n\n" + row.text.text + "\n\n"))
        #expect((below.line, below.column) == (row.line + 2, row.column))
    }

    @Test(
        "numbers",
        arguments: Self.rows(
            5, "not a number",
            [
                "a = 1_", "a = 1__0", "a = +_1", "a = 0x", "a = 0x_1", "a = 0xG", "a = 0b2",
                "a = 0o8", "a = 0o", "a = +0x1", "a = -0b1", "a = 0X1", "a = 1.", "a = .5",
                "a = -.5", "a = 1.e5", "a = 1._5", "a = 1_.5", "a = 1e", "a = 1e+", "a = 1e_5",
                "a = 1e5_", "a = 1e1.5", "a = 1.5.5", "a = 1e5e5", "a = ++1", "a = +-1", "a = -",
                "a = 1+1", "a = 10s", "a = +true", "a = -infinite", "a = 1ee5", "a = 0xF.5",
                "a = 1.5e+-5", "a = 0x1_", "a = 192.168.0.1",
            ])
            + Self.rows(
                5, "must not start with 0",
                [
                    "a = 01", "a = -01", "a = +00", "a = 0_1", "a = 00.5", "a = 01e5", "a = 007",
                    "a = -03.14",
                ])
            + Self.rows(
                5, "out of range",
                [
                    "a = 9223372036854775808", "a = -9223372036854775809",
                    "a = 0x8000000000000000", "a = 0xffffffffffffffffff",
                    "a = 0b1" + String(repeating: "0", count: 63), "a = 1e309", "a = -1e309",
                    "a = 0o1000000000000000000000", "a = " + String(repeating: "9", count: 5000),
                ]))
    func numbers(row: Row) throws { try Self.expect(row) }

    @Test(
        "dates and times",
        arguments: Self.rows(
            5, "not a date or a time",
            [
                "a = 2024-00-01", "a = 2024-13-01", "a = 2024-01-00", "a = 2024-01-32",
                "a = 2024-04-31", "a = 2023-02-29", "a = 1900-02-29", "a = 2024-02-30",
                "a = 2024-1-01", "a = 2024-01-1", "a = 24-01-01", "a = 12024-01-01",
                "a = 2024-01", "a = 2024-01-01T", "a = 2024-01-01x", "a = 2024-01-01T12",
                "a = 2024-01-01T12:00", "a = 2024-01-01 12:00", "a = 2024-01-01T24:00:00",
                "a = 2024-01-01T12:60:00", "a = 2024-01-01T12:00:61", "a = 2024-01-01T12:00:00.",
                "a = 2024-01-01T12:00:00.Z", "a = 2024-01-01T12:00:00+24:00",
                "a = 2024-01-01T12:00:00+12:60", "a = 2024-01-01T12:00:00+1200",
                "a = 2024-01-01T12:00:00+12", "a = 2024-01-01T12:00:00ZZ",
                "a = 2024-01-01T12:00:00-", "a = 2024-01-01Z", "a = 24:00:00", "a = 12:00",
                "a = 12:00:00Z", "a = 12:00:00+01:00", "a = 12:00:00.",
                "a = 2024-01-01T1:00:00", "a = 2024-01-01 5", "a = 2024-01-0_1",
                "a = 2024-01-01T12:00:00.1.2", "a = 2024-01-01--01",
            ])
            + Self.rows([
                ("a = 2024-01-01  12:00:00", 1, 17, "unexpected text"),
                ("a = 2024-01-01 T12:00:00", 1, 16, "unexpected text"),
                ("a = 1:00:00", 1, 5, "not a number"),
            ]))
    func times(row: Row) throws { try Self.expect(row) }

    @Test(
        "strings",
        arguments: Self.rows(
            5, "the string is not closed",
            [
                "a = \"", "a = '", "a = \"b", "a = 'b", "a = \"b'", "a = 'b\"", "a = \"\"\"",
                "a = '''", "a = \"\"\"b\"\"", "a = '''b''", "a = \"b\nc\"", "a = 'b\nc'",
                "a = \"\\\"", "a = \"b\r\nc\"", "a = '''b\"\"\"", "a = \"\"\"b\\\"\"\"",
            ])
            + Self.rows([
                ("a = \"\\q\"", 1, 6, "unknown escape"), ("a = \"\\ \"", 1, 6, "unknown escape"),
                ("a = \"b\\x41\"", 1, 7, "unknown escape"), ("a = \"\\e\"", 1, 6, "unknown escape"),
                ("a = \"\\", 1, 6, "unknown escape"), ("a = \"\\\n\"", 1, 6, "unknown escape"),
                ("a = \"é\\é\"", 1, 7, "unknown escape"), ("a = \"\\'\"", 1, 6, "unknown escape"),
                ("a = \"\"\"\n b \\ c\"\"\"", 2, 4, "unknown escape"),
                ("a = \"\\N\"", 1, 6, "unknown escape"), ("a = \"\\u\"", 1, 6, "4 hexadecimal"),
                ("a = \"\\u12\"", 1, 6, "4 hexadecimal"),
                ("a = \"\\u12G4\"", 1, 6, "4 hexadecimal"),
                ("a = \"C:\\Users\"", 1, 8, "8 hexadecimal"), ("a = \"\\u", 1, 6, "4 hexadecimal"),
                ("a = \"\\U0000004\"", 1, 6, "8 hexadecimal"),
                ("a = \"\\u+041\"", 1, 6, "4 hexadecimal"),
                ("a = \"\\uD800\"", 1, 6, "not a character"),
                ("a = \"\\uDFFF\"", 1, 6, "not a character"),
                ("a = \"\\uD83D\\uDE00\"", 1, 6, "not a character"),
                ("a = \"\\U00110000\"", 1, 6, "not a character"),
                ("a = \"\\UFFFFFFFF\"", 1, 6, "not a character"),
                ("a = \"b\\u0000\"", 1, 7, "NUL"), ("a = \"\"\"\n\\U00000000\"\"\"", 2, 1, "NUL"),
                ("a = \"b\" c", 1, 9, "unexpected text"), ("a = \"b\"c", 1, 8, "unexpected text"),
                ("a = \"\"\"b\"\"\"\"\"\"", 1, 14, "unexpected text"),
                ("a = ''''''''''", 1, 13, "unexpected text"),
                ("a = \"b\" \"c\"", 1, 9, "unexpected text"),
            ]))
    func strings(row: Row) throws { try Self.expect(row) }

    @Test(
        "control characters",
        arguments: (["\0", "\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}", "\u{1F}", "\u{7F}", "\r"]
            .flatMap { control in
                Self.rows([
                    ("a = \"b\(control)\"", 1, 7, "control characters"),
                    ("a = 'b\(control)'", 1, 7, "control characters"),
                    ("a = \"\"\"\nb\(control)\"\"\"", 2, 2, "control characters"),
                    ("a = '''b\(control)'''", 1, 9, "control characters"),
                    ("# é\(control)x", 1, 4, "control characters"),
                    ("a = 1\(control)b = 2", 1, 6, "control characters"),
                    ("a = 1 \(control)#", 1, 7, "control characters"),
                    ("\(control)a = 1", 1, 1, "control characters"),
                    ("a\(control) = 1", 1, 2, "control characters"),
                    ("a = \(control)1", 1, 5, "control characters"),
                    ("a = [\(control)]", 1, 6, "control characters"),
                    ("a = [1 \(control)]", 1, 8, "control characters"),
                    ("[a\(control)]", 1, 3, "control characters"),
                    ("[a]\(control)#", 1, 4, "control characters"),
                ])
            }))
    func controls(row: Row) throws {
        try Self.expect(row)
    }

    @Test(
        "keys",
        arguments: Self.rows(
            3, "expected = after the key",
            ["a b = 1", "a 'b' = 1", "a : 1", "a [1]", "a # b"])
            + Self.rows([
                ("a", 1, 2, "expected = after the key"),
                ("a\n= 1", 1, 2, "expected = after the key"),
                ("a: 1", 1, 2, "expected = after the key"), ("é = 1", 1, 1, "expected a key"),
                ("aé = 1", 1, 2, "expected = after the key"), ("= 1", 1, 1, "expected a key"),
                (".a = 1", 1, 1, "expected a key"), ("a. = 1", 1, 4, "expected a key"),
                ("a..b = 1", 1, 3, "expected a key"), ("a.\nb = 1", 1, 3, "expected a key"),
                ("*a = 1", 1, 1, "expected a key"), ("{a = 1}", 1, 1, "expected a key"),
                ("a = 1\n]", 2, 1, "expected a key"),
                ("\"\"\"a\"\"\" = 1", 1, 1, "on one line"), ("'''a''' = 1", 1, 1, "on one line"),
                ("b.\"\"\"a\"\"\" = 1", 1, 3, "on one line"), ("\"a\nb\" = 1", 1, 1, "not closed"),
                ("\"a = 1", 1, 1, "not closed"), ("a.\"b\\q\" = 1", 1, 5, "unknown escape"),
                ("\"a\"b = 1", 1, 4, "expected ="), ("a = 1 b = 2", 1, 7, "unexpected text"),
                ("a = = 1", 1, 5, "expected a value"), ("a == 1", 1, 4, "expected a value"),
                ("+a = 1", 1, 1, "expected a key"), ("a+b = 1", 1, 2, "expected ="),
                ("a = 1, b = 2", 1, 6, "unexpected text"), ("a\u{2028}= 1", 1, 2, "expected ="),
            ]))
    func keys(row: Row) throws { try Self.expect(row) }

    @Test(
        "values",
        arguments: Self.rows(
            5, "expected a value",
            [
                "a = \nb", "a = # b", "a = nord", "a = TRUE", "a = True", "a = truer", "a = fals",
                "a = yes", "a = nil", "a = NaN", "a = Inf", "a = infinity", "a = @FILE", "a = é",
                "a = /bin/sh", "a = ~/x", "a = (1)", "a = ]", "a = }", "a = ,", "a = *", "a = `b`",
                "a = failed orders", "a = \u{FEFF}1", "a = \u{A0}1", "a = 𝟏", "a = _1", "a = e5",
            ])
            + Self.rows([
                ("a =", 1, 4, "expected a value"), ("a = 1 2", 1, 7, "unexpected text"),
                ("a = 1é", 1, 6, "unexpected text"), ("a = true false", 1, 10, "unexpected text"),
                ("a = 1]", 1, 6, "unexpected text"), ("a = {}}", 1, 7, "unexpected text"),
                ("a = 1 /* b */", 1, 7, "unexpected text"),
                ("a = 12 ells", 1, 8, "unexpected text"),
                ("a = 1\u{A0}", 1, 6, "unexpected text"),
                ("a = true\"b\"", 1, 9, "unexpected text"),
            ]))
    func values(row: Row) throws { try Self.expect(row) }

    @Test(
        "arrays and inline tables",
        arguments: Self.rows(
            5, "the array is not closed",
            ["a = [", "a = [1", "a = [1,", "a = [\n1,\n# b", "a = [[1],", "a = [[]"]
        )
            + Self.rows(
                5, "the inline table is not closed",
                [
                    "a = {", "a = { b = 1", "a = {\nb = 1 }", "a = { b = 1\n}", "a = { # b",
                    "a = {b = 1,",
                ])
            + Self.rows([
                ("a = [,1]", 1, 6, "expected a value"), ("a = [1,,2]", 1, 8, "expected a value"),
                ("a = [1 2]", 1, 8, "expected a comma or ] in the array that starts on line 1"),
                ("a = [\n1\n2]", 3, 1, "expected a comma or ] in the array"),
                ("a = [1\nb = 2", 2, 1, "expected a comma or ] in the array"),
                ("a = [1}", 1, 7, "expected a comma or ]"), ("a = [}", 1, 6, "expected a value"),
                ("a = [1]]", 1, 8, "unexpected text"), ("a = [b]", 1, 6, "expected a value"),
                ("a = [b = 1]", 1, 6, "expected a value"), ("a = [[1]", 1, 5, "not closed"),
                ("a = [{]", 1, 7, "expected a key"),
                ("a = { b = [1}", 1, 13, "expected a comma or ]"),
                ("a = {,}", 1, 6, "expected a key"), ("a = { b = 1, }", 1, 14, "must not end"),
                ("a = { b = 1,, c = 2 }", 1, 13, "expected a key"),
                ("a = { b = 1 c = 2 }", 1, 13, "expected a comma or }"),
                ("a = { b }", 1, 9, "expected ="), ("a = { b = }", 1, 11, "expected a value"),
                ("a = { b = 1 ]", 1, 13, "expected a comma or }"), ("a = {1}", 1, 7, "expected ="),
                ("a = { [b] }", 1, 7, "expected a key"),
                ("a = { b = 1 } c", 1, 15, "unexpected text"),
                ("a = { b = 1, b = 2 }", 1, 14, "b is already set on line 1"),
                ("a = { b.c = 1, b = 2 }", 1, 16, "b is already set on line 1"),
                ("a = { b = 1, b.c = 2 }", 1, 14, "b is a value, not a table, on line 1"),
                ("a = { b = {}, b.c = 2 }", 1, 15, "b is complete on line 1"),
                ("a = { b = [\n1,\n2], b = 3 }", 3, 5, "b is already set on line 1"),
            ]))
    func brackets(row: Row) throws { try Self.expect(row) }

    @Test(
        "headers",
        arguments: Self.rows([
            ("[]", 1, 2, "no name"), ("[[]]", 1, 3, "no name"), ("[ ]", 1, 3, "no name"),
            ("[", 1, 2, "expected a key"), ("[[", 1, 3, "expected a key"),
            ("[a", 1, 3, "expected ]"),
            ("[[a", 1, 4, "expected ]]"), ("[[a]", 1, 5, "expected ]]"),
            ("[[a] ]", 1, 5, "expected ]]"),
            ("[a]]", 1, 4, "unexpected text"), ("[ [a]]", 1, 3, "expected a key"),
            ("[a\n]", 1, 3, "expected ]"), ("[\na]", 1, 2, "expected a key"),
            ("[a.]", 1, 4, "expected a key"), ("[.a]", 1, 2, "expected a key"),
            ("[a..b]", 1, 4, "expected a key"), ("[*]", 1, 2, "expected a key"),
            ("[[ #]]", 1, 4, "expected a key"), ("[=", 1, 2, "expected a key"),
            ("[é]", 1, 2, "expected a key"), ("['é'.é]", 1, 6, "expected a key"),
            ("[a b]", 1, 4, "expected ]"),
            ("[a] b = 1", 1, 5, "unexpected text"), ("[a=1]", 1, 3, "expected ]"),
            ("[\"a]", 1, 2, "not closed"), ("['''a''']", 1, 2, "on one line"),
            ("[a]b", 1, 4, "unexpected text"), ("[{}]", 1, 2, "expected a key"),
        ]))
    func headers(row: Row) throws { try Self.expect(row) }

    @Test(
        "keys and tables that do not go together",
        arguments: Self.rows([
            ("a = 1\na = 1", 2, 1, "a is already set on line 1: remove one"),
            ("a = 1\n\"a\" = 2", 2, 1, "a is already set on line 1"),
            ("\"\" = 1\n'' = 2", 2, 1, "\"\" is already set on line 1"),
            ("[t]\na = 1\n\n a = 2", 4, 2, "a is already set on line 2"),
            ("a.b = 1\na.b = 2", 2, 1, "a.b is already set on line 1"),
            ("a.b = 1\na = 2", 2, 1, "a is already set on line 1"),
            ("a = 1\na.b = 2", 2, 1, "a is a value, not a table, on line 1"),
            ("a = 'b'\na.b.c = 2", 2, 1, "a is a value"), ("a = 1\n[a]", 2, 2, "a is a value"),
            ("a = 1\n[a.b]", 2, 2, "a is a value"), ("a = 1\n[[a]]", 2, 3, "a is a value"),
            ("a.b = 1\n[a.b.c]", 2, 2, "a.b is a value"),
            ("[a]\nb = 1\n[a.b]", 3, 2, "a.b is a value"),
            ("a = []\n[[a]]", 2, 3, "a is complete on line 1"),
            ("a = {}\n[a]", 2, 2, "a is complete"),
            ("a = [{}]\n[[a]]", 2, 3, "a is complete"), ("a = {}\n[a.b]", 2, 2, "a is complete"),
            ("a = {}\n[[a.b]]", 2, 3, "a is complete"), ("a = {}\na.b = 1", 2, 1, "a is complete"),
            ("a = [1]\na.b = 1", 2, 1, "a is complete"), ("a = [{}]\n[a.b]", 2, 2, "a is complete"),
            ("a.b = {}\na.b.c = 1", 2, 1, "a.b is complete"),
            ("a.b = { c.d = 1 }\n[a.b.c]", 2, 2, "a.b is complete"),
            ("[a]\n[a]", 2, 2, "[a] is already on line 1: put all its keys there"),
            ("[a]\n[a.b]\n[a]", 3, 2, "[a] is already on line 1"),
            ("[a.b]\n[a]\n[ a.b ]", 3, 3, "[a.b] is already on line 1"),
            ("[a.b]\n[a]\n[a]", 3, 2, "[a] is already on line 2"),
            ("[[a]]\n[a.b]\n[a.b]", 3, 2, "[a.b] is already on line 2"),
            ("[a]\n[[a]]", 2, 3, "a is on line 1 in another form"),
            ("[[a]]\n[a]", 2, 2, "a is on line 1 in another form: use either [a] or [[a]]"),
            ("[a.b]\n[[a]]", 2, 3, "a is on line 1 in another form"),
            ("[[a.b]]\n[a.b]", 2, 2, "a.b is on line 1 in another form"),
            ("[[a]]\n[a.b]\n[[a.b]]", 3, 3, "a.b is on line 2 in another form"),
            ("a.b = 1\n[a]", 2, 2, "a already has keys on line 1: put all its keys there"),
            ("a.b.c = 1\n[a.b]", 2, 2, "a.b already has keys on line 1"),
            ("[t]\na.b = 1\n[t.a]", 3, 2, "t.a already has keys on line 2"),
            ("[t.a.b]\n[t]\na.c = 1\n[t.a]", 4, 2, "t.a already has keys on line 1"),
            ("a.b = 1\n[[a]]", 2, 3, "a is on line 1 in another form"),
            (
                "[a.b]\nc = 1\n[a]\nb.d = 1", 4, 1,
                "b has its own header on line 1: put the key below"
            ),
            ("[a.b.c]\n[a]\nb.c.d = 1", 3, 1, "b.c has its own header on line 1"),
            ("[a.b.c.d]\n[a]\nb.c.d.e.f = 1", 3, 1, "b.c.d has its own header on line 1"),
            ("[[a.b]]\n[a]\nb.c = 1", 3, 1, "b has its own header on line 1"),
            ("[a.b]\n[a]\nb = 1", 3, 1, "b is already set on line 1"),
            ("[[a.b]]\n[a]\nb = 1", 3, 1, "b is already set on line 1"),
        ]))
    func conflicts(row: Row) throws { try Self.expect(row) }

    @Test("a message shows names with escapes, and not all of a long one; never a value")
    func names() throws {
        let escape = try #require(Self.fault("\"\\u001B[2J\" = 1\n\"\\u001B[2J\" = 2"))
        #expect(escape.text.hasPrefix("\"\\u001B[2J\" is already set"))
        let long = String(repeating: "x", count: 100_000)
        for text in ["\(long) = 1\n\(long) = 2", "[a.\(long)]\n[a.\(long)]"] {
            #expect(try #require(Self.fault(text)).text.count < 200)
        }
        let dots = Array(repeating: "a", count: 100).joined(separator: ".")
        #expect(try #require(Self.fault("\(dots) = 1\n\(dots) = 2")).text.count < 200)
        for text in [
            "a = hunter2", "a = \"hunter2", "a = \"hunter2\\q\"", "a = 'hunter2' x", "a = [hunter2",
            "a = { b = 'hunter2'", "a = 'hunter2'\na.b = 1", "a = 12hunter2",
            "a = 'hunter2'\na = 1",
        ] {
            #expect(!(try #require(Self.fault(text)).text.contains("hunter")))
        }
    }

    @Test("the byte order mark may only start a file")
    func mark() throws {
        #expect(Self.fault("\u{FEFF}") == nil)
        #expect(Self.fault("\u{FEFF}a =")?.column == 4)
        #expect(Self.fault("\u{FEFF}\u{FEFF}a = 1")?.column == 1)
        #expect(Self.fault("a = 1\n\u{FEFF}b = 1")?.line == 2)
    }
}
