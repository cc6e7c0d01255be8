import BuoyTOMLFiles
import BuoyTestBasics
import Testing

@Suite("TOML that is valid")
struct TOMLValueTests {
    typealias Row = (text: HostileString, expected: String)

    private static func rows(_ rows: [(String, String)]) -> [Row] {
        rows.map { (HostileString($0), $1) }
    }

    /// The value of `a = TEXT`, alone, in an array and in an inline table.
    private static func expect(_ text: HostileString, _ expected: String) throws {
        for (source, expected) in [
            ("a = \(text.text)", "{a = \(expected)}"),
            ("\ta=\(text.text) # text\r\n", "{a = \(expected)}"),
            ("a = [\(text.text),\(text.text)]", "{a = [\(expected), \(expected)]}"),
            ("a.b = { c = \(text.text) }", "{a = {b = {c = \(expected)}}}"),
        ] {
            let root = try TOMLDocument(source).root
            #expect(TOMLPlain.text(root) == expected)
        }
    }

    @Test(
        "whole numbers",
        arguments: Self.rows([
            ("0", "0"), ("-0", "0"), ("+0", "0"), ("7", "7"), ("+99", "99"), ("-17", "-17"),
            ("1_000", "1000"), ("5_3_4", "534"), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "-9223372036854775808"), ("0xdeadBEEF", "3735928559"),
            ("0xdead_beef", "3735928559"), ("0x00", "0"), ("0x7fffffffffffffff", "\(Int.max)"),
            ("0o755", "493"), ("0o0_7", "7"), ("0b1101_0110", "214"), ("0xe", "14"),
            ("0x0000000000000000000001", "1"),
        ]))
    func integers(text: HostileString, expected: String) throws {
        try Self.expect(text, expected)
    }

    @Test(
        "numbers with a fraction or an exponent",
        arguments: Self.rows([
            ("1.5", "1.5"), ("-0.01", "-0.01"), ("+3.0", "3.0"), ("0.0", "0.0"), ("-0.0", "-0.0"),
            ("5e+22", "5e+22"), ("1e06", "1000000.0"), ("-2E-2", "-0.02"),
            ("6.626e-34", "6.626e-34"),
            ("9_224.5_1", "9224.51"), ("1e1_0", "10000000000.0"), ("0e0", "0.0"), ("0.1e-0", "0.1"),
            ("inf", "inf"), ("+inf", "inf"), ("-inf", "-inf"), ("nan", "nan"), ("-nan", "nan"),
            ("1e-400", "0.0"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ]))
    func numbers(text: HostileString, expected: String) throws {
        try Self.expect(text, expected)
    }

    @Test(
        "Booleans, dates and times",
        arguments: Self.rows([
            ("true", "true"), ("false", "false"), ("2024-02-29", "2024-02-29"),
            ("2000-02-29", "2000-02-29"), ("0000-01-01", "0000-01-01"),
            ("9999-12-31", "9999-12-31"), ("00:00:00", "00:00:00"),
            ("23:59:60", "23:59:60"), ("07:32:00.999999999999", "07:32:00.999999999999"),
            ("2024-12-31T23:59:59", "2024-12-31T23:59:59"),
            ("2024-12-31 23:59:59.5", "2024-12-31 23:59:59.5"),
            ("2024-12-31t23:59:59z", "2024-12-31t23:59:59z"),
            ("2024-12-31T23:59:59Z", "2024-12-31T23:59:59Z"),
            ("2024-12-31 23:59:59.25-23:59", "2024-12-31 23:59:59.25-23:59"),
            ("2024-12-31T23:59:59+00:00", "2024-12-31T23:59:59+00:00"),
        ]))
    func others(text: HostileString, expected: String) throws {
        try Self.expect(text, expected)
    }

    @Test(
        "strings on one line",
        arguments: Self.rows([
            (#""""#, ""), ("''", ""), (#""orders""#, "orders"), (#"'C:\new'"#, #"C:\new"#),
            (#"'"'"#, "\""), (#""'""#, "'"), (#""\"\\""#, #""\"#),
            (#""\t\n\r\b\f""#, "\t\n\r\u{8}\u{C}"),
            (#""\u00e9\U0001F600""#, "é😀"), (#""\u0001\u007F""#, "\u{1}\u{7F}"), ("\"\t\"", "\t"),
            ("'\t'", "\t"), ("\"é😀\u{85}\u{2028}\"", "é😀\u{85}\u{2028}"),
            (#""[*] # = {""#, "[*] # = {"),
            (#""\uD7FF\uE000\U0010FFFF""#, "\u{D7FF}\u{E000}\u{10FFFF}"),
            (#"'\u0041'"#, #"\u0041"#),
            (#""e\u0301""#, "e\u{301}"),
        ]))
    func strings(text: HostileString, expected: String) throws {
        try Self.expect(text, TOMLText.quoted(expected))
    }

    @Test(
        "strings of several lines",
        arguments: Self.rows([
            ("\"\"\"\"\"\"", ""), ("''''''", ""), ("\"\"\"a\"\"\"", "a"),
            ("\"\"\"\na\nb\"\"\"", "a\nb"),
            ("\"\"\"\r\na\r\nb\"\"\"", "a\nb"), ("\"\"\"\n\na\"\"\"", "\na"),
            ("'''\n\na'''", "\na"),
            ("'''a\\nb'''", "a\\nb"), ("\"\"\"\"a\"\"\"\"", "\"a\""),
            ("\"\"\"\"\"a\"\"\"\"\"", "\"\"a\"\""), ("'''''a'''''", "''a''"),
            ("\"\"\"a \"\" b\"\"\"", "a \"\" b"), ("\"\"\"a\\\n  \n\t b\"\"\"", "ab"),
            ("\"\"\"\\\r\n \r\n a\\  \n b\"\"\"", "ab"), ("\"\"\"a\\\n\"\"\"", "a"),
            ("\"\"\"\\\"\"\"\"", "\""), ("\"\"\"\\u0041\\n\"\"\"", "A\n"),
            ("\"\"\"a\\\\\nb\"\"\"", "a\\\nb"), ("'''# '' \\'''", "# '' \\"),
        ]))
    func longStrings(text: HostileString, expected: String) throws {
        let root = try TOMLDocument("a = \(text.text)\n[b]\n").root
        #expect(TOMLPlain.text(root) == "{a = \(TOMLText.quoted(expected)), b = {}}")
    }

    @Test(
        "keys",
        arguments: Self.rows([
            ("a-_1 = 1", "{a-_1 = 1}"), ("1 = 1\n-1 = 2", "{1 = 1, -1 = 2}"),
            ("\"\" = 1", "{\"\" = 1}"),
            ("'' = 1", "{\"\" = 1}"), ("\"a b\" = 1", "{\"a b\" = 1}"),
            ("'a.b'.c = 1", "{\"a.b\" = {c = 1}}"),
            (" a . \"b\"\t.'c' = 1", "{a = {b = {c = 1}}}"), ("3.14 = 1", "{3 = {14 = 1}}"),
            ("a.b = 1\na.c = 2\nd = 3", "{a = {b = 1, c = 2}, d = 3}"),
            ("a.b.c = 1\na.d.e = 2\na.b.f = 3", "{a = {b = {c = 1, f = 3}, d = {e = 2}}}"),
            ("\"\\u0061\" = 1\n'\\u0061' = 2", "{a = 1, \"\\\\u0061\" = 2}"), ("a=1", "{a = 1}"),
            ("true = 1\ninf = 2\n2024-01-01 = 3", "{true = 1, inf = 2, 2024-01-01 = 3}"),
            ("\"\\n\" = 1", "{\"\\n\" = 1}"),
            ("'é' = 1\n\"e\u{301}\" = 2", "{\"é\" = 1, \"e\u{301}\" = 2}"),
        ]))
    func keys(text: HostileString, expected: String) throws {
        #expect(TOMLPlain.text(try TOMLDocument(text.text).root) == expected)
    }

    @Test(
        "arrays and inline tables",
        arguments: Self.rows([
            ("a = []", "{a = []}"), ("a = [ # x\n\r\n]", "{a = []}"), ("a = [1,]", "{a = [1]}"),
            ("a = [\n1 # x\n, # y\n2,\n]", "{a = [1, 2]}"),
            ("a = [[1, 'b'], [{}], true]", "{a = [[1, \"b\"], [{}], true]}"),
            ("a = {}", "{a = {}}"), ("a = { }", "{a = {}}"),
            ("a = { b = 1, c.d = 2, c.e = 3 }", "{a = {b = 1, c = {d = 2, e = 3}}}"),
            ("a = {b={c={}}}", "{a = {b = {c = {}}}}"),
            ("a = { b = [\n1,\n{ c = '''\nd\ne''' }\n] }", "{a = {b = [1, {c = \"d\\ne\"}]}}"),
            ("a = [{b = 1}, {b = 2}]", "{a = [{b = 1}, {b = 2}]}"),
            ("a = [']', \"[\"]", "{a = [\"]\", \"[\"]}"),
        ]))
    func brackets(text: HostileString, expected: String) throws {
        #expect(TOMLPlain.text(try TOMLDocument(text.text).root) == expected)
    }

    @Test(
        "tables with headers",
        arguments: Self.rows([
            ("", "{}"), ("\n\r\n\t# x", "{}"), ("\u{FEFF}a = 1", "{a = 1}"), ("[a]", "{a = {}}"),
            ("[a]\nb = 1\n[c]\nb = 2", "{a = {b = 1}, c = {b = 2}}"),
            (" [ a . \"b\" ] # x\nc = 1", "{a = {b = {c = 1}}}"),
            ("['a]']\n[ \"#\" ]", "{\"a]\" = {}, \"#\" = {}}"),
            ("[a.b]\nc = 1\n[a]\nd = 2", "{a = {b = {c = 1}, d = 2}}"),
            ("[a.b.c]\n[a.b]\n[a]", "{a = {b = {c = {}}}}"),
            ("[a.b.c]\n[a]\nb.d = 1", "{a = {b = {c = {}, d = 1}}}"),
            ("a.b = 1\n[a.c]\nd = 2", "{a = {b = 1, c = {d = 2}}}"),
            ("[a]\nb.c = 1\n[a.b.d]", "{a = {b = {c = 1, d = {}}}}"),
            ("[[a]]\nb = 1\n[[a]]\n[[a]]\nb = 3", "{a = [{b = 1}, {}, {b = 3}]}"),
            ("[[a]]\n[a.b]\nc = 1\n[[a]]\n[a.b]\nc = 2", "{a = [{b = {c = 1}}, {b = {c = 2}}]}"),
            (
                "[[a.b]]\n[[a.b.c]]\nd = 1\n[[a.b.c]]\n[a]\ne = 2",
                "{a = {b = [{c = [{d = 1}, {}]}], e = 2}}"
            ),
            ("[[a]]\nb.c = 1\n[[a]]\nb.c = 2", "{a = [{b = {c = 1}}, {b = {c = 2}}]}"),
            ("b = 1\n[a]\nb = 2\n[\"\"]\nb = 3", "{b = 1, a = {b = 2}, \"\" = {b = 3}}"),
        ]))
    func headers(text: HostileString, expected: String) throws {
        #expect(TOMLPlain.text(try TOMLDocument(text.text).root) == expected)
        let windows = text.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
            .joined(separator: "\r\n")
        #expect(TOMLPlain.text(try TOMLDocument(windows).root) == expected)
    }

    @Test("a table with many keys finds each of them")
    func many() throws {
        for count in 1...20 {
            let root = try TOMLDocument((0..<count).map { "k\($0) = \($0)\n" }.joined()).root
            #expect(root.keys == (0..<count).map { "k\($0)" })
            #expect((0..<count).allSatisfy { root["k\($0)"]?.integer == $0 })
            #expect(root["k\(count)"] == nil)
        }
    }

    @Test("each kind of value is only its own kind")
    func kinds() throws {
        let root = try TOMLDocument(
            "t = 'x'\ni = 1\nn = 1.5\nf = true\nd = 12:00:00\nl = []\nb = {}"
        ).root
        let nodes = root.map(\.value)
        #expect(nodes.map(\.text) == ["x", nil, nil, nil, nil, nil, nil])
        #expect(nodes.map(\.integer) == [nil, 1, nil, nil, nil, nil, nil])
        #expect(nodes.map(\.number) == [nil, 1, 1.5, nil, nil, nil, nil])
        #expect(nodes.map(\.flag) == [nil, nil, nil, true, nil, nil, nil])
        #expect(nodes.map { $0.list != nil } == [false, false, false, false, false, true, false])
        #expect(nodes.map { $0.table != nil } == [false, false, false, false, false, false, true])
    }
}
