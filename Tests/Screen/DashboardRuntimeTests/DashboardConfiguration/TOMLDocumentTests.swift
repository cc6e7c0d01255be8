import BuoyTestBasics
import TOMLKit
import Testing

@testable import BuoyTOMLFiles

@Suite("The door to the TOML parser")
struct TOMLDocumentTests {
    private static func fault(_ text: String) -> TOMLDocument.Fault? {
        do throws(TOMLDocument.Fault) {
            _ = try TOMLDocument.parse(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "what the parser would end the program for is an error with its line",
        arguments: ([
            ("[*]", 1), ("a = 1\n[[ #]]", 2), ("\n\n[=", 3), ("[é]", 1), ("[\n", 1),
            ("a = \"\"\"\n[*]\n\"\"\"\n[,]", 4), ("a = [\n[1],\n['x']]\n[.]", 4),
            ("a = '\\'\n[+]", 2), ("a = \"\\\"\" # [*]\n[+]", 2), ("a = 1\0b", 1), ("# \0", 1),
            ("\na = \"b\\u0000\"", 2), ("a = \"\"\"\nb\\U00000000\"\"\"", 2),
            ("\u{FEFF}[*]", 1), ("a = [}", 1), ("a = [\n\u{2028}", 2), ("a = [\u{B}]", 1),
            ("a = 1979-05-27 5 ", 1), ("a = [1979-05-2_7 5]", 1), ("a = {b = [1}]", 1),
            ("a = 1\rb = 2", 1), ("a = \"\"\"x\"\"\"\"\"\n[*]", 2),
            ("a = " + String(repeating: "[", count: 100_000), 1),
            (String(repeating: "a.", count: 100_000) + "a = 1", 1),
            ("[" + String(repeating: "a.", count: 100_000) + "a]", 1),
            ("x = { " + String(repeating: "a.", count: 100_000) + "a = 1 }", 1),
            (String(repeating: "a.", count: 17) + "a = 1", 1),
            ("\n[" + String(repeating: "a.", count: 17) + "a]", 2),
            ("x = [{ b = 1, " + String(repeating: "a.", count: 17) + "a = 1 }]", 1),
            ("a = " + String(repeating: "[", count: 17), 1),
            ("a = " + String(repeating: "{b = [", count: 9), 1),
            ("a = [\n" + String(repeating: "1,", count: 100_001) + "]", 2),
            (String(repeating: "[[a]]\n", count: 100_001), 100_001),
        ] as [(String, Int)]).map { (HostileString($0), $1) })
    func guarded(text: HostileString, line: Int) {
        let text = text.text
        #expect(Self.fault(text)?.line == line)
    }

    @Test(
        "what is TOML is not stopped",
        arguments: ([
            "", "\u{FEFF}a = 1", "[a]\n[ b ]\n[[c]]\n[ 'd' ]", "a = [\n[1],\n[ # x\n[2] ] ]",
            "a = \"\"\"\n[*]\n\"\"\"", "a = '''[*]''''", "a = \"[*]\" # [*]",
            "a = { b = { c = 1 } }", String(repeating: "a.", count: 16) + "a = 1",
            "a = [" + String(repeating: "1.5, ", count: 1000) + "1.5]",
            "x = { " + (0..<100).map { "a.b\($0) = 1.5" }.joined(separator: ", ") + " }",
            "\"[*]\" = 1", "a = '\\'\nb = 2", "a = \"..........\"\r\n[b]\r\n",
            "a = '\\u0000'", "a = \"\\\\u0000\"", "a = \"\\u0001\"",
        ] as [String]).map { HostileString($0) })
    func passes(text: HostileString) {
        let text = text.text
        #expect(Self.fault(text) == nil)
    }

    /// Each of these needed gigabytes: a path for each dot, or for each key below a long name.
    @Test(
        "the lines of keys need no more memory than the text", .timeLimit(.minutes(5)),
        arguments: ([
            (String(repeating: "a.", count: 500_000) + "a = 1", "a.a", 1),
            (
                "[" + String(repeating: "long", count: 100_000) + "]\n"
                    + (0..<50_000).map { "k\($0) = 1\n" }.joined(),
                String(repeating: "long", count: 100_000) + ".k49999", 50_001
            ),
        ] as [(String, String, Int)]).map { (HostileString($0), HostileString($1), $2) })
    func memory(text: HostileString, path: HostileString, line: Int) {
        #expect(TOMLLines(text.text).line(of: path.text) == line)
    }

    @Test("a key has its line, and one without has that of the table around it")
    func lines() {
        let lines = TOMLLines("[[a]]\nx.y = 1\n[[a]]\n \"x\" . z = 2\n[b . c]\nd = 3\n")
        for (path, line) in [
            ("a", 1), ("a.0", 1), ("a.0.x", 2), ("a.0.x.y", 2), ("a.0.x.q", 2), ("a.1", 3),
            ("a.1.x.z", 4), ("b", 5), ("b.c", 5), ("b.c.d", 6), ("b.e", 5),
        ] {
            #expect(lines.line(of: path) == line, "\(path)")
        }
        #expect(lines.line(of: "none") == nil)
    }
}
