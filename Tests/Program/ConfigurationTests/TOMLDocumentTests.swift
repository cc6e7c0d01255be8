import TOMLKit
import TestBasics
import Testing

@testable import TOMLFiles

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
            ("\u{FEFF}[*]", 1), ("a = [}", 1), ("a = [\n\u{2028}", 2), ("a = [\u{B}]", 1),
            ("a = 1979-05-27 5 ", 1), ("a = [1979-05-2_7 5]", 1), ("a = {b = [1}]", 1),
            ("a = 1\rb = 2", 1), ("a = \"\"\"x\"\"\"\"\"\n[*]", 2),
            ("a = " + String(repeating: "[", count: 100_000), 1),
            (String(repeating: "a.", count: 100_000) + "a = 1", 1),
            ("[" + String(repeating: "a.", count: 100_000) + "a]", 1),
            ("x = { " + String(repeating: "a.", count: 100_000) + "a = 1 }", 1),
        ] as [(String, Int)]).map { (HostileString($0), $1) })
    func guarded(text: HostileString, line: Int) {
        let text = text.text
        #expect(Self.fault(text)?.line == line)
    }

    @Test(
        "what is TOML is not stopped",
        arguments: [
            "", "\u{FEFF}a = 1", "[a]\n[ b ]\n[[c]]\n[ 'd' ]", "a = [\n[1],\n[ # x\n[2] ] ]",
            "a = \"\"\"\n[*]\n\"\"\"", "a = '''[*]''''", "a = \"[*]\" # [*]",
            "a = { b = { c = 1 } }",
            "\"[*]\" = 1", "a = '\\'\nb = 2", "a = \"..........\"\r\n[b]\r\n",
        ] as [HostileString])
    func passes(text: HostileString) {
        let text = text.text
        #expect(Self.fault(text) == nil)
    }
}
