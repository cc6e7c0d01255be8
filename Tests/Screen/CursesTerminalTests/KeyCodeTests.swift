import BuoyTextScreen
import Testing

@testable import BuoyCursesTerminal

@Suite("Keys that terminal types name beyond the usual ones")
struct KeyCodeTests {
    @Test(
        "the number in the name is the modifiers",
        arguments: [
            ("kUP", .up), ("kUP3", .altArrow(.up)), ("kDN4", .altArrow(.down)),
            ("kLFT5", .controlArrow(.left)), ("kRIT6", .controlArrow(.right)),
            ("kHOM5", .home), ("kDC3", .delete), ("kxIN", .focusIn), ("kxOUT", .focusOut),
        ] as [(String, KeyPress)])
    func names(name: String, key: KeyPress) {
        #expect(KeyCode.extendedNames.filter { $0.name == name }.map(\.key) == [key])
    }

    @Test("no name is there twice, and Ctrl with Alt is no arrow")
    func unique() {
        let names = KeyCode.extendedNames.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(!names.contains("kUP7"))
    }
}
